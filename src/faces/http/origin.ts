import type { FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';

/**
 * Where the caller found the service: scheme and host as the request says, a proxy's only where it is trusted.
 * @throws Failure `invalid-question` for a `Host` that is none
 */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const named = `${protocol}://${host}`;
  const isHost = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host);
  if (!isHost || !URL.canParse(named))
    throw new Failure('invalid-question', 'The `Host` field names no host.');
  return new URL(named).origin;
}
