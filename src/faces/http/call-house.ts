import { type Collected, collect } from '../../answer/collect.ts';
import { overallOutcome, waitOf } from '../../answer/decision.ts';
import type { AnswerEvent, Evidence, SearchRecord, SearchWithHits } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/terms.ts';
import { withoutAddresses } from '../../core/url.ts';
import { callerSignal } from './caller.ts';
import type { FaceCall, FaceParts } from './face-parts.ts';

/**
 * The events of an answer, which stop when the caller disconnects or the service stops. Throws their errors.
 */
export function answerEvents(
  { houseFor }: Pick<FaceParts, 'houseFor'>,
  { request, reply, stopping }: FaceCall,
  question: Question,
): AsyncGenerator<AnswerEvent> {
  return houseFor(request).answer(question, callerSignal(reply, stopping));
}

/**
 * The whole answer.
 * @throws Failure whenever there is no answer
 */
export function answerWhole(
  parts: Pick<FaceParts, 'houseFor'>,
  call: FaceCall,
  question: Question,
): Promise<Collected> {
  return collect(answerEvents(parts, call, question));
}

/**
 * The whole evidence without an answer; gathering stops when the caller disconnects or the service stops.
 * @throws Failure `search-unavailable` if every search failed
 */
export async function gatherWhole(
  { houseFor }: Pick<FaceParts, 'houseFor'>,
  { request, reply, stopping }: FaceCall,
  question: Question,
): Promise<Evidence> {
  const gathering = houseFor(request).gather(question, callerSignal(reply, stopping));
  let next = await gathering.next();
  while (!next.done) next = await gathering.next();
  refuseFailed(overallOutcome(next.value.searches));
  return next.value;
}

/**
 * The hits of one search; it stops when the caller disconnects or the service stops.
 * @throws Failure `search-unavailable` if every slot failed
 */
export async function searchHits(
  { houseFor }: Pick<FaceParts, 'houseFor'>,
  { request, reply, stopping }: FaceCall,
  { text, scope, deadlineMs, limit, fresh }: Question & { readonly limit: number },
): Promise<SearchWithHits> {
  const signal = callerSignal(reply, stopping);
  const found = await houseFor(request).search(
    { text, scope, limit, timeoutMs: deadlineMs, ...(fresh === true && { fresh }) },
    signal,
  );
  refuseFailed(found.outcome);
  return found;
}

/** @throws Failure `search-unavailable` for a search that failed in every slot */
export function refuseFailed(outcome: SearchRecord['outcome']): void {
  if (outcome.status !== 'failed') return;
  const message = `The search failed: ${withoutAddresses(outcome.cause)}.`;
  throw new Failure('search-unavailable', message, waitOf(outcome));
}
