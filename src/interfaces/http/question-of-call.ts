import type { FastifyRequest } from 'fastify';
import type { Question } from '../../core/question.ts';
import { boundedField } from './input.ts';
import type { InterfaceCall } from './interface-deps.ts';
import { type CallerPreferences, type Inquiry, toQuestion } from './to-question.ts';

/** The question of an HTTP request. The reply confirms the wait that the request prefers (RFC 7240, 3). */
export function questionOfCall(
  inquiry: Inquiry,
  { request, reply }: Pick<InterfaceCall, 'request' | 'reply'>,
): Question {
  const preferences = preferencesOf(request);
  if (preferences.waitSeconds !== null) reply.header('preference-applied', `wait=${preferences.waitSeconds}`);
  return toQuestion(inquiry, preferences);
}

/**
 * What the headers of a request ask for: no cached answer (`Cache-Control`), the language of the browser
 * (`Accept-Language`), and the longest wait (`Prefer`).
 */
export function preferencesOf({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): CallerPreferences & {
  readonly waitSeconds: number | null;
} {
  return {
    id,
    fresh: isFreshWanted(headers),
    ...readerOf(headers),
    waitSeconds: preferredWaitSeconds([headers.prefer ?? []].flat().join(', ')),
  };
}

const NO_CACHED_ANSWER = /(?:^|,)\s*(?:no-cache|no-store|max-age\s*=\s*"?0+"?)\s*(?:,|$)/i;

/** The first language that a browser sends; clients that do not send the header have none. */
function readerOf(headers: FastifyRequest['headers']): Pick<Question, 'readerLanguage'> {
  const [tag = ''] = boundedField(headers['accept-language'] ?? '').split(/[,;]/, 1);
  return TAG.test(tag.trim()) ? { readerLanguage: tag.trim() } : {};
}

/** A language with its script and country (BCP 47). */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?$/i;

/**
 * Whether a caller refuses cached answers: `no-cache`, `no-store` or `max-age=0` (RFC 9111, 5.2.1). A caller
 * that sends the ETag of its answer only asks whether the answer is still current; `fetch` itself adds
 * `no-cache` to such a request (WHATWG Fetch, 4.5).
 */
function isFreshWanted(headers: FastifyRequest['headers']): boolean {
  return (
    headers['if-none-match'] === undefined &&
    NO_CACHED_ANSWER.test(boundedField(headers['cache-control'] ?? ''))
  );
}

/** The maximum supported wait, in seconds; a longer one is ignored. */
const MAX_SECONDS = 86_400;
/** One preference: everything up to a comma outside quotation marks (RFC 7240, 2). */
const PREFERENCE = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;
const WAIT = /^\s*wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")\s*(?:;|$)/i;

/**
 * How long a caller is willing to wait, in seconds, from the `wait` preference (RFC 7240, 4.3); null if there
 * is no valid one, because a preference is never an error. The first valid preference counts (RFC 7240, 2).
 */
export function preferredWaitSeconds(prefer: string | undefined): number | null {
  for (const [preference] of boundedField(prefer ?? '').matchAll(PREFERENCE)) {
    const wait = WAIT.exec(preference);
    const seconds = Number(wait?.[1] ?? wait?.[2] ?? 0);
    if (wait !== null) return seconds > 0 && seconds <= MAX_SECONDS ? seconds : null;
  }
  return null;
}
