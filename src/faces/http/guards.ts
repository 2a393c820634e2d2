import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';

/**
 * A hook that lets a request pass only with one of the keys, as `Authorization: Bearer KEY` or `X-API-Key: KEY`.
 * Every key is compared, each in constant time over digests of equal length, so that time tells neither which key came
 * close nor how long it is.
 */
export function requireKey(keys: readonly string[]): (request: FastifyRequest) => Promise<void> {
  const digests = keys.map(digest);
  return async (request) => {
    const given = digest(sentKey(request) ?? '');
    const matches = digests.filter((expected) => timingSafeEqual(expected, given)).length;
    if (matches === 0)
      throw new Failure('unauthorized', 'A key is needed: send it as `Authorization: Bearer KEY`.');
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

function sentKey({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  if (bearer !== undefined) return bearer;
  const header = headers['x-api-key'];
  return typeof header === 'string' ? header.trim() : undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
