import type { FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';

/**
 * The scheme and host at which the caller reached the service, as the request states them. The fields of a
 * proxy count only if the proxy is trusted.
 * @throws Failure `invalid-question` for an invalid `Host`
 */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const named = `${protocol}://${host}`;
  const isHost = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host);
  if (!isHost || !URL.canParse(named))
    throw new Failure('invalid-question', 'The `Host` field does not name a host.');
  return new URL(named).origin;
}
