import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';

/**
 * A hook that lets a request pass only with one of the keys, as `Authorization: Bearer KEY` or `X-API-Key: KEY`.
 * Every key is compared, each in constant time over digests of equal length, so that time tells neither which key came
 * close nor how long it is.
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

/** Finds the key that lets a request in, as a name for it that does not tell it; null where it sent none of them. */
export function findKey(keys: readonly string[]): (request: FastifyRequest) => string | null {
  const digests = keys.map(digest);
  return (request) => {
    const given = sentKeys(request).map(digest);
    const matches = given.flatMap((key) => digests.filter((expected) => timingSafeEqual(expected, key)));
    return matches[0]?.toString('base64url') ?? null;
  };
}

/** A hook that turns requests away while the service stops; their connections are closed. */
export function refuseWhileStopping(
  isStopping: () => boolean,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (_request, reply) => {
    if (!isStopping()) return;
    reply.header('connection', 'close');
    throw new Failure('stopping', 'The service is stopping. Try again in a moment.', { retryAfterMs: 5000 });
  };
}

/** A hook that refuses a request of HTTP/1.1 without `Host` (RFC 9112, 3.2). */
export async function refuseNameless({ raw, headers }: FastifyRequest): Promise<void> {
  if (raw.httpVersion === '1.1' && headers.host === undefined)
    throw new Failure('invalid-question', 'The request has no `Host` field.');
}

/** A hook that refuses a query string whose percent-escapes are broken or no UTF-8: it would be read as other text. */
export async function refuseBrokenEscapes({ url }: FastifyRequest): Promise<void> {
  const from = url.indexOf('?');
  if (from < 0 || !url.includes('%', from)) return;
  try {
    decodeURIComponent(url.slice(from));
  } catch {
    throw new Failure(
      'invalid-question',
      'The address holds a `%` that is no escape of UTF-8: write it as `%25`.',
    );
  }
}

/** Both fields count: a proxy may put an Authorization of its own into the request. */
function sentKeys({ headers }: FastifyRequest): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, headers['x-api-key']].filter((key) => typeof key === 'string').map((key) => key.trim());
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
