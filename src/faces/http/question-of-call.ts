import type { FastifyRequest } from 'fastify';
import { timeShareMs } from '../../answer/budget.ts';
import { type Inquiry, toQuestion } from '../../core/question.ts';
import type { Question } from '../../core/terms.ts';
import type { FaceCall } from './face-parts.ts';
import { boundedField } from './input.ts';

/**
 * The question of a request, with what its headers ask for: no cached answer (`Cache-Control`), the language
 * of the browser (`Accept-Language`), and the longest wait (`Prefer`), which the reply confirms.
 */
export function questionOfCall(
  asked: Omit<Inquiry, 'id'>,
  { request, reply }: Pick<FaceCall, 'request' | 'reply'>,
): Question {
  const question = toQuestion({ ...asked, id: request.id });
  const wished = { ...question, ...readerOf(request), fresh: asksAfresh(request) };
  return withinWait(wished, { request, reply });
}

const NO_KEPT_ANSWER = /(?:^|,)\s*(?:no-cache|no-store|max-age\s*=\s*"?0+"?)\s*(?:,|$)/i;

/** The first language that a browser sends; clients that do not send the header have none. */
function readerOf({ headers }: FastifyRequest): Pick<Question, 'readerLanguage'> {
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
export function asksAfresh({ headers }: FastifyRequest): boolean {
  return (
    headers['if-none-match'] === undefined &&
    NO_KEPT_ANSWER.test(boundedField(headers['cache-control'] ?? ''))
  );
}

/**
 * The question, limited to the time that its caller is willing to wait; the reply confirms that time (RFC
 * 7240, 3).
 */
function withinWait(question: Question, { request, reply }: Pick<FaceCall, 'request' | 'reply'>): Question {
  const { prefer } = request.headers;
  const seconds = prefer === undefined ? null : preferredWaitSeconds([prefer].flat().join(', '));
  if (seconds === null) return question;
  reply.header('preference-applied', `wait=${seconds}`);
  return { ...question, deadlineMs: deadlineWithin(seconds, question.deadlineMs) };
}

/**
 * The longest time for an answer whose caller waits this long, in milliseconds; at most `mostMs`. A part of
 * the wait is left for sending the reply.
 */
export function deadlineWithin(waitSeconds: number, mostMs: number): number {
  const waitMs = waitSeconds * 1000;
  return Math.min(mostMs, waitMs - timeShareMs('wayOut', waitMs));
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
