import type { FastifyRequest } from 'fastify';
import type { Question } from '../../core/question.ts';
import { boundedField, preferredWaitSeconds } from './header-fields.ts';
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

/** What headers ask for: no cached answer, the browser's language (`Accept-Language`), `Prefer`. */
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
