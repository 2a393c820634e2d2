import type { FastifyRequest } from 'fastify';
import { boundedField } from './bounded-field.ts';
import { preflightHeaders } from './reply-headers.ts';

/** What decides which headers the pages of an origin may add to their requests. */
export type PreflightOptions = {
  /** Whether the operator allows the pages of an origin to use every interface. */
  allows(origin: string): boolean;
  /** Whether requests need a key, which a page has only if its user gave it one. */
  readonly asksForKeys: boolean;
};

const NAME = /^[\w-]{1,100}$/;

/**
 * The headers of the reply to a preflight. A page that may use every interface may add any header: libraries
 * add their own, such as `x-stainless-lang` or `x-title`. A preflight never has a key, so if keys are needed,
 * the pages of every origin get this reply, and the request that follows is refused without one. Other pages
 * may add only the headers of the REST interface.
 */
export function preflightHeadersFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { allows, asksForKeys }: PreflightOptions,
): Readonly<Record<string, string>> {
  const { origin, 'access-control-request-headers': wanted } = headers;
  if (typeof wanted !== 'string' || origin === undefined) return preflightHeaders;
  if (!asksForKeys && !allows(origin)) return preflightHeaders;
  const usual = preflightHeaders['access-control-allow-headers'];
  const names = boundedField(wanted)
    .split(',')
    .map((name) => name.trim());
  return {
    ...preflightHeaders,
    'access-control-allow-headers': [usual, ...names.filter((name) => NAME.test(name))].join(', '),
  };
}
