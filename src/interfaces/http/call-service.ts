import { overallOutcome, waitOf } from '../../answer/decision.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { AnswerEvent, Evidence, SearchRecord, SearchWithHits } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { type Errand, type Run, runOf } from '../../core/run.ts';
import type { Service } from '../../core/service.ts';
import { callerSignal } from './caller.ts';
import type { InterfaceCall, InterfaceDeps } from './interface-deps.ts';

/** The run of a question that a request asks; it ends when the caller disconnects or the service stops. */
export function runOfCall(
  { callerOf }: Pick<InterfaceDeps, 'callerOf'>,
  { request, reply, stopping }: InterfaceCall,
  question: Question,
  more: Partial<Pick<Run, 'wants' | 'endEarly'>> = {},
): Run {
  return runOf(question, { caller: callerOf(request), signal: callerSignal(reply, stopping), ...more });
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
  deps: Pick<InterfaceDeps, 'callerOf' | 'gather'>,
  call: InterfaceCall,
  question: Question,
): Promise<Evidence> {
  return wholeEvidence(deps.gather(runOfCall(deps, call, question)));
}

/**
 * The evidence at the end of gathering it; `see` gets each event.
 * @throws Failure `search-unavailable` if every search failed
 */
export async function wholeEvidence(
  gathering: AsyncIterable<AnswerEvent>,
  see: (event: AnswerEvent) => void = () => undefined,
): Promise<Evidence> {
  let evidence: Evidence | null = null;
  for await (const event of gathering) {
    if (event.type === 'gather-end') ({ evidence } = event);
    else see(event);
  }
  if (evidence === null) throw new Failure('internal', 'The gathering never ended.');
  refuseFailed(evidence.searches);
  return evidence;
}

/**
 * The hits of one search.
 * @throws Failure `search-unavailable` if every slot failed
 */
export async function searchHits(
  { search }: Pick<Service, 'search'>,
  { text, scope, deadlineAtMs, limit, fresh }: Question & { readonly limit: number },
  errand: Errand,
): Promise<SearchWithHits> {
  const request = {
    text,
    scope,
    limit,
    timeoutMs: remainingMs(deadlineAtMs),
    fresh,
  };
  const found = await search(request, errand);
  refuseFailed([found]);
  return found;
}

/** @throws Failure `search-unavailable` if every search failed in every slot */
export function refuseFailed(searches: readonly SearchRecord[]): void {
  const outcome = overallOutcome(searches);
  if (outcome.status !== 'failed') return;
  throw new Failure('search-unavailable', `The search failed: ${outcome.cause}.`, waitOf(outcome));
}
