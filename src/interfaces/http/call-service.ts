import { networkOf } from '@sayso/text/url.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { overallOutcome } from '../../answer/decision.ts';
import type { SlotPosition } from '../../core/attempt.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { AnswerEvent, Evidence, SearchRecord, SearchReport } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { type Caller, type Errand, type Run, runOf } from '../../core/run.ts';
import type { KeptStream, Service, StreamName } from '../../core/service.ts';
import type { KeyGuard } from './guards.ts';

/** The run of a question that a request asks; it ends when the caller disconnects or the service stops. */
export function runOfCall(
  { deps, request, reply }: InterfaceCall,
  question: Question,
  { signal = callerSignal(reply), ...more }: Partial<Pick<Run, 'wants' | 'endEarly' | 'signal'>> = {},
): Run {
  return runOf(question, { caller: deps.callerOf(request), signal, ...more });
}

/** The work that a request asks for; it ends as `runOfCall` does. */
export function errandOf({ deps, request, reply }: InterfaceCall): Errand {
  return { caller: deps.callerOf(request), signal: callerSignal(reply) };
}

/** Begins a stream that goes on without its caller, and that nobody else can read. */
export function beginKept({ deps, request }: InterfaceCall): KeptStream {
  return deps.streams.begin(streamName({ deps, request }, '').owner, request.server.stopping);
}

/** The name of a kept stream that a request is about. */
export function streamName(
  { deps: { guard }, request }: Pick<InterfaceCall, 'deps' | 'request'>,
  id: string,
): StreamName {
  return { id, owner: guard === null ? '' : nameOfCaller(request, guard) };
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
export async function gatherWhole(call: InterfaceCall, question: Question): Promise<Evidence> {
  return wholeEvidence(call.deps.gather(runOfCall(call, question)));
}

/**
 * The evidence at the end of gathering it.
 * @throws Failure `search-unavailable` if every search failed
 */
export async function wholeEvidence(gathering: AsyncIterable<AnswerEvent>): Promise<Evidence> {
  let evidence: Evidence | null = null;
  for await (const event of gathering) if (event.type === 'gather-end') ({ evidence } = event);
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
): Promise<SearchReport> {
  const found = await search({ text, scope, limit, timeoutMs: remainingMs(deadlineAtMs), fresh }, errand);
  refuseFailed([found]);
  return found;
}

/** @throws Failure `search-unavailable` if every search failed in every slot */
export function refuseFailed(searches: readonly SearchRecord[]): void {
  const outcome = overallOutcome(searches);
  if (outcome.status !== 'failed') return;
  const { cause, retryAfterMs, isUsedUp } = outcome;
  const failed = isUsedUp ? 'No search is left' : 'The search failed';
  throw new Failure('search-unavailable', `${failed}: ${cause}.`, { retryAfterMs });
}

/** A signal that aborts when the caller's connection closes early, or when the service stops. */
export function callerSignal(reply: FastifyReply, stopping = reply.server.stopping): AbortSignal {
  const controller = new AbortController();
  const onStop = () => controller.abort(stopping.reason);
  if (stopping.aborted) onStop();
  else stopping.addEventListener('abort', onStop, { once: true });
  const onClose = () => {
    stopping.removeEventListener('abort', onStop);
    if (!reply.raw.writableFinished) controller.abort(new Failure('cancelled', 'The caller left.'));
  };
  // There is no event for a caller who disconnected while the request was being read.
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return controller.signal;
}

/**
 * A name for whoever sent a request: the key if keys are needed, with the person behind it if several share it;
 * otherwise the address or network.
 */
export function nameOfCaller(request: FastifyRequest, guard: KeyGuard | null): string {
  const key = guard?.keyOf(request);
  if (!key) return networkOf(request.ip);
  return key.user === undefined ? key.name : `${key.name}/${key.user}`;
}

/** The parts of every interface for programs: functions of the service, and limits. */
export type InterfaceDeps = Pick<
  Service,
  | 'ask'
  | 'gather'
  | 'search'
  | 'read'
  | 'rank'
  | 'streams'
  | 'signingSecret'
  | 'status'
  | 'readiness'
  | 'collectionsOf'
> & {
  /** Who sent a request; the same object each time. */
  callerOf(request: FastifyRequest): Caller;
  /** Null for a service without keys. */
  readonly guard: KeyGuard | null;
  /** The longest time an answer may take, in milliseconds. */
  readonly answerDeadlineMs: number;
  /** The longest time for programs that cannot wait long, such as voice assistants. */
  readonly queryDeadlineMs: number;
  /** The longest time for deep answers. */
  readonly deepDeadlineMs: number;
  readonly maxQueryChars: number;
};

/** One request to an interface, and what answers it. */
export type InterfaceCall = {
  readonly deps: InterfaceDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** The names of the slots in replies. */
export const SEARCH_ENGINES = ['engine_a', 'engine_b', 'engine_c'] as const;

/** The name of a slot in replies; `none` for no slot. The collections beside the slots count as the third. */
export function searchEngineOf(slot: SlotPosition | null): (typeof SEARCH_ENGINES)[number] | 'none' {
  return slot === null ? 'none' : (SEARCH_ENGINES[Math.min(slot, SEARCH_ENGINES.length) - 1] ?? 'none');
}
