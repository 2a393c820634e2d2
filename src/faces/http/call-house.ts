import { overallOutcome, waitOf } from '../../answer/decision.ts';
import type { AnswerEvent, Evidence, Gathering, SearchRecord, SearchWithHits } from '../../core/events.ts';
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
 * Whether an answer is certain to follow once this event has arrived; before that, a failure can still be
 * sent with its own status. A search without results, or a writer that failed, may end in a failure.
 */
export function isCertain(event: AnswerEvent): boolean {
  if (event.type === 'search-end') return event.engine !== 'none';
  return event.type !== 'gather-end' && event.type !== 'write-failure';
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
  return wholeEvidence(houseFor(request).gather(question, callerSignal(reply, stopping)));
}

/**
 * The evidence at the end of gathering it; `see` gets each event.
 * @throws Failure `search-unavailable` if every search failed
 */
export async function wholeEvidence(
  gathering: Gathering,
  see: (event: AnswerEvent) => void = () => undefined,
): Promise<Evidence> {
  let next = await gathering.next();
  for (; !next.done; next = await gathering.next()) see(next.value);
  refuseFailed(next.value.searches);
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
  refuseFailed([found]);
  return found;
}

/** @throws Failure `search-unavailable` if every search failed in every slot */
export function refuseFailed(searches: readonly SearchRecord[]): void {
  const outcome = overallOutcome(searches);
  if (outcome.status !== 'failed') return;
  const message = `The search failed: ${withoutAddresses(outcome.cause)}.`;
  throw new Failure('search-unavailable', message, waitOf(outcome));
}
