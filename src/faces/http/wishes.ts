import type { FastifyReply, FastifyRequest } from 'fastify';
import { timeShareMs } from '../../answer/budget.ts';
import type { Question } from '../../core/terms.ts';
import { boundedField } from './bounded-field.ts';
import { preferredWaitSeconds } from './prefer.ts';

const NO_KEPT_ANSWER = /(?:^|,)\s*(?:no-cache|no-store|max-age\s*=\s*"?0+"?)\s*(?:,|$)/i;

/**
 * The question with what the headers of its request ask for: no cached answer (`Cache-Control`), and the time
 * that the caller is willing to wait (`Prefer`), which the reply confirms.
 */
export function asWished(
  question: Question,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Question {
  return withinWait({ ...question, fresh: asksAfresh(request) }, request, reply);
}

/**
 * Whether a caller refuses cached answers: `no-cache`, `no-store` or `max-age=0` (RFC 9111, 5.2.1). A caller
 * that sends the ETag of its answer only asks whether that is still current; `fetch` adds `no-cache` to such
 * a request on its own (WHATWG Fetch, 4.5).
 */
export function asksAfresh({ headers }: FastifyRequest): boolean {
  return (
    headers['if-none-match'] === undefined &&
    NO_KEPT_ANSWER.test(boundedField(headers['cache-control'] ?? ''))
  );
}

/** The question with the time that its caller is willing to wait, which the reply confirms (RFC 7240, 3). */
function withinWait(question: Question, request: FastifyRequest, reply: FastifyReply): Question {
  const { prefer } = request.headers;
  const seconds = prefer === undefined ? null : preferredWaitSeconds([prefer].flat().join(', '));
  if (seconds === null) return question;
  reply.header('preference-applied', `wait=${seconds}`);
  const waitMs = seconds * 1000;
  const deadlineMs = waitMs - timeShareMs('wayOut', waitMs);
  return { ...question, deadlineMs: Math.min(question.deadlineMs, deadlineMs) };
}
