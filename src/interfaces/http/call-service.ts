import { networkOf } from '@sayso/text/url.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { overallOutcome } from '../../answer/decision.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { AnswerEvent, Evidence, SearchRecord, SearchReport } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { type Caller, type Errand, type Run, runOf } from '../../core/run.ts';
import type { Service, StreamName } from '../../core/service.ts';
import type { KeyGuard } from './guards.ts';

/** The run of a question that a request asks; it ends when the caller disconnects or the service stops. */
export function runOfCall(
  { callerOf }: Pick<InterfaceDeps, 'callerOf'>,
  { request, reply, stopping }: InterfaceCall,
  question: Question,
  {
    signal = callerSignal(reply, stopping),
    ...more
  }: Partial<Pick<Run, 'wants' | 'endEarly' | 'signal'>> = {},
): Run {
  return runOf(question, { caller: callerOf(request), signal, ...more });
}

/** The name of a kept stream that a request is about, which nobody else can read. */
export function streamName(
  { guard }: Pick<InterfaceDeps, 'guard'>,
  request: FastifyRequest,
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
): Promise<SearchReport> {
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
  const { cause, retryAfterMs, isUsedUp } = outcome;
  const failed = isUsedUp ? 'No search is left' : 'The search failed';
  throw new Failure('search-unavailable', `${failed}: ${cause}.`, { retryAfterMs });
}

/** A signal that aborts when the caller's connection closes early, or when the service stops. */
export function callerSignal(reply: FastifyReply, stopping: AbortSignal): AbortSignal {
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
  /** The keys of callers, which also sign tokens of this service. Empty if no keys are needed. */
  readonly apiKeys: readonly string[];
  /** The longest time an answer may take, in milliseconds. */
  readonly answerDeadlineMs: number;
  /** The longest time for programs that cannot wait long, such as voice assistants. */
  readonly queryDeadlineMs: number;
  /** The longest time for deep answers. */
  readonly deepDeadlineMs: number;
  readonly maxQueryChars: number;
  /** The maximum amount of source text in an answer, in tokens, unless the question sets its own. */
  readonly contextTokens: number;
};

/** One request to an interface. */
export type InterfaceCall = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the service ends the answers in progress. */
  readonly stopping: AbortSignal;
};

/**
 * Loads something when it is first needed, and returns the same object afterwards. A load that failed is
 * tried again. Protocols load their code this way, so that a protocol that nobody uses takes no time at
 * startup and no memory.
 */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
