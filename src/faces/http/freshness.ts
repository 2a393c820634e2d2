import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kept } from '../../core/terms.ts';
import { boundedField } from './bounded-field.ts';
import type { Form } from './negotiate.ts';

/** What parts the names of one answer's forms from each other. */
const SUFFIX: Readonly<Record<Form, string>> = {
  'application/json': 'j',
  'text/event-stream': 'e',
  'text/plain': 't',
  'text/markdown': 'm',
  'text/html': 'h',
  'application/ssml+xml': 's',
};

const NO_KEPT_ANSWER = /(?:^|,)\s*(?:no-cache|no-store|max-age\s*=\s*"?0+"?)\s*(?:,|$)/i;

/**
 * Whether a caller takes no answer that was kept: `no-cache`, `no-store` or `max-age=0` (RFC 9111, 5.2.1). One who names the answer
 * it has wants to know whether that is still the one; `fetch` sends `no-cache` with such a question by itself (WHATWG Fetch, 4.5).
 */
export function asksAfresh({ headers }: FastifyRequest): boolean {
  return (
    headers['if-none-match'] === undefined &&
    NO_KEPT_ANSWER.test(boundedField(headers['cache-control'] ?? ''))
  );
}

/**
 * Tells how long the reply to a GET may be used again, by its caller alone (RFC 9111): `max-age` counts from when the answer was
 * made, `Age` is how much of it is over. True where the caller has this very reply already and 304 will do (RFC 9110, 13.1.2).
 */
export function tellFreshness(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept | undefined,
  form: Form,
): boolean {
  if (request.method !== 'GET') return false;
  if (kept === undefined) {
    reply.header('cache-control', 'no-store');
    return false;
  }
  reply.header('cache-control', `private, max-age=${inSeconds(kept.lifetimeMs)}`);
  reply.header('age', String(inSeconds(kept.ageMs)));
  // A stale answer says how old it is, so each is another text.
  if (kept.ageMs >= kept.lifetimeMs) return false;
  const tag = `"${kept.id}-${SUFFIX[form]}"`;
  reply.header('etag', tag);
  return names(request.headers['if-none-match'], tag, kept.ageMs > 0);
}

/**
 * Whether an `If-None-Match` field names a tag; that one is weak makes no difference here. `*` names every answer that was
 * there before: an answer just made for this very request is no such one, and a 304 would throw it away.
 */
function names(field: string | undefined, tag: string, wasMadeBefore: boolean): boolean {
  const tags = boundedField(field ?? '').split(',');
  return tags.some((one) => {
    const name = one.trim().replace(/^W\//, '');
    return name === tag || (name === '*' && wasMadeBefore);
  });
}

function inSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
