import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheFacts } from '../../core/answer.ts';
import { boundedField } from '../http/bounded-field.ts';
import type { Form } from './negotiate.ts';

/** The suffix of an answer's ETag for each of its forms. */
const SUFFIX: Readonly<Record<Form, string>> = {
  'application/json': 'j',
  'text/event-stream': 'e',
  'text/plain': 't',
  'text/markdown': 'm',
  'text/html': 'h',
  'application/ssml+xml': 's',
};

/**
 * Sets how long the caller may reuse the reply to a GET (RFC 9111): `max-age` counts from the time when the
 * answer was made; `Age` is the time that has passed since then. Returns true if the caller already has this
 * reply and 304 suffices (RFC 9110, 13.1.2).
 */
export function sendFreshness(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  cached: CacheFacts | undefined,
  form: Form,
): boolean {
  if (request.method !== 'GET') return false;
  if (cached === undefined) {
    reply.header('cache-control', 'no-store');
    return false;
  }
  reply.header('cache-control', `private, max-age=${inSeconds(cached.lifetimeMs)}`);
  reply.header('age', String(inSeconds(cached.ageMs)));
  // A stale answer states its age, so its text changes with time.
  if (cached.ageMs >= cached.lifetimeMs) return false;
  const tag = `"${cached.id}-${SUFFIX[form]}"`;
  reply.header('etag', tag);
  return hasTag(request.headers['if-none-match'], tag, cached.ageMs > 0);
}

/**
 * Whether an `If-None-Match` field contains a tag; weak and strong tags are treated alike. `*` matches only
 * an answer that was made for an earlier request, because a 304 would discard an answer that was made for
 * this one.
 */
function hasTag(field: string | undefined, tag: string, wasMadeBefore: boolean): boolean {
  const tags = boundedField(field ?? '').split(',');
  return tags.some((given) => {
    const name = given.trim().replace(/^W\//, '');
    return name === tag || (name === '*' && wasMadeBefore);
  });
}

function inSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
