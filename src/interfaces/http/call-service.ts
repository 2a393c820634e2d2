import { overallOutcome, waitOf } from '../../answer/decision.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { AnswerEvent, Evidence, Gathering, SearchRecord, SearchWithHits } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { callerSignal } from './caller.ts';
import type { InterfaceCall, InterfaceDeps } from './interface-deps.ts';
import type { ServiceOfCaller } from './service-of-caller.ts';

/** The events of an answer, until the caller disconnects or the service stops. Throws their errors. */
export function answerEvents(
  { serviceFor }: Pick<InterfaceDeps, 'serviceFor'>,
  { request, reply, stopping }: InterfaceCall,
  question: Question,
): AsyncGenerator<AnswerEvent> {
  return serviceFor(request).answer(question, callerSignal(reply, stopping));
}

/**
 * Whether an answer is certain to follow once this event has arrived; before that, a failure can still be
 * sent with its own status. A search without results, or a writer that failed, may end in a failure.
 */
export function isCertain(event: AnswerEvent): boolean {
  if (event.type === 'search-end') return event.slot !== null;
  return event.type !== 'gather-end' && event.type !== 'write-failure';
}

/**
 * The whole evidence without an answer; gathering stops when the caller disconnects or the service stops.
 * @throws Failure `search-unavailable` if every search failed
 */
export async function gatherWhole(
  { serviceFor }: Pick<InterfaceDeps, 'serviceFor'>,
  { request, reply, stopping }: InterfaceCall,
  question: Question,
): Promise<Evidence> {
  return wholeEvidence(serviceFor(request).gather(question, callerSignal(reply, stopping)));
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
 * The hits of one search.
 * @throws Failure `search-unavailable` if every slot failed
 */
export async function searchHits(
  { search }: Pick<ServiceOfCaller, 'search'>,
  { text, scope, deadlineAtMs, limit, fresh }: Question & { readonly limit: number },
  signal: AbortSignal,
): Promise<SearchWithHits> {
  const request = {
    text,
    scope,
    limit,
    timeoutMs: remainingMs(deadlineAtMs),
    ...(fresh === true && { fresh }),
  };
  const found = await search(request, signal);
  refuseFailed([found]);
  return found;
}

/** @throws Failure `search-unavailable` if every search failed in every slot */
export function refuseFailed(searches: readonly SearchRecord[]): void {
  const outcome = overallOutcome(searches);
  if (outcome.status !== 'failed') return;
  throw new Failure('search-unavailable', `The search failed: ${outcome.cause}.`, waitOf(outcome));
}
