import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';

/**
 * A hook that accepts a request only with one of the keys, as `Authorization: Bearer KEY` or `X-API-Key:
 * KEY`. The sent key is compared with every key in constant time, as digests of equal length, so that the
 * time reveals neither a similar key nor its length.
 */
export function requireKey(keys: readonly string[]): (request: FastifyRequest) => Promise<void> {
  const find = findKey(keys);
  return async (request) => {
    if (find(request) !== null) return;
    const whyNot = sentKeys(request).some((key) => key !== '')
      ? 'The key that was sent is not valid'
      : 'A key is needed';
    throw new Failure(
      'unauthorized',
      `${whyNot}: send one as \`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`.`,
    );
  };
}

/**
 * Finds the key of a request and returns a name for it that does not reveal it; null if the request has no
 * valid key.
 */
export function findKey(keys: readonly string[]): (request: FastifyRequest) => string | null {
  const digests = keys.map(digest);
  return (request) => {
    const given = sentKeys(request).map(digest);
    const matches = given.flatMap((key) => digests.filter((expected) => timingSafeEqual(expected, key)));
    return matches[0]?.toString('base64url') ?? null;
  };
}

/** A hook that refuses requests while the service stops, and closes their connections. */
export function refuseWhileStopping(
  isStopping: () => boolean,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (_request, reply) => {
    if (!isStopping()) return;
    reply.header('connection', 'close');
    throw new Failure('stopping', 'The service is stopping. Try again in a moment.', { retryAfterMs: 5000 });
  };
}

/** A hook that refuses an HTTP/1.1 request without `Host` (RFC 9112, 3.2). */
export async function refuseNameless({ raw, headers }: FastifyRequest): Promise<void> {
  if (raw.httpVersion === '1.1' && headers.host === undefined)
    throw new Failure('invalid-question', 'The request has no `Host` field.');
}

/**
 * A hook that refuses a query string whose percent-escapes are broken or not UTF-8, because it would be read
 * as different text.
 */
export async function refuseBrokenEscapes({ url }: FastifyRequest): Promise<void> {
  const from = url.indexOf('?');
  if (from < 0 || !url.includes('%', from)) return;
  try {
    decodeURIComponent(url.slice(from));
  } catch {
    throw new Failure(
      'invalid-question',
      'The address contains a `%` that does not begin a UTF-8 escape: write it as `%25`.',
    );
  }
}

/** Both fields count, because a proxy may add its own Authorization to the request. */
function sentKeys({ headers }: FastifyRequest): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, headers['x-api-key']].filter((key) => typeof key === 'string').map((key) => key.trim());
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
