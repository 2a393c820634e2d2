import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { ScopePart } from '../core/scope.ts';
import type { Attempt } from '../core/terms.ts';
import { failed, type SearchOutcome, type SearchQuery } from './backend.ts';
import { ignoredParts, withinScope } from './in-scope.ts';
import { hedgeDelayMs, silentAfterMs, type WatchedSlot } from './watched-slot.ts';

/** The result of a slot's attempt: its outcome, or why it was skipped or overtaken. */
export type SlotResult = {
  readonly slot: WatchedSlot;
  readonly status: Attempt['status'];
  readonly outcome: SearchOutcome;
  readonly tookMs: number;
  /** The parts of the scope that the slot could not respect. */
  readonly ignored?: readonly ScopePart[];
};

/** An attempt in progress. */
export type SlotCall = {
  readonly slot: WatchedSlot;
  /** When it will have taken as long as its slot usually takes, by `performance.now()`. */
  readonly slowAtMs: number;
  /** When it counts as silent and not merely slow, by `performance.now()`. */
  readonly silentAtMs: number;
  /** Rejects only if the caller's signal aborts or the attempt is abandoned. */
  readonly asked: Promise<SlotResult>;
  /** True once the back-end has finished, even if `asked` has not settled yet. */
  isOver(): boolean;
  /**
   * Records a failure of the slot, because it is silent although another slot has replied. The attempt
   * continues.
   */
  blame(): void;
  /** Ends a slow attempt at once because another slot was faster. Counts as a failure of the slot. */
  overtake(): SlotResult;
  /**
   * Ends the attempt at once because its result is no longer needed. Does not affect the slot's record of
   * earlier calls.
   */
  leave(): SlotResult;
};

/**
 * Starts an attempt of at most `timeoutMs`. A back-end that hangs, ignores its signal or throws has failed.
 */
export function askSlot(
  slot: WatchedSlot,
  query: SearchQuery,
  timeoutMs: number,
  signal: AbortSignal,
): SlotCall {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const ending = new AbortController();
  let isOver = false;
  /** How the attempt was ended early, if it was. */
  let endedAs: 'overtaken' | 'left' | null = null;
  let isBlamed = false;
  /** A failure that arrived after the slot had already been blamed for it. */
  let foreseen: SearchOutcome | null = null;
  const overtaken = () =>
    failed('timeout', `no answer within ${Math.round(elapsedMs())} ms, while another slot had one`);

  /**
   * Reports the attempt to the breaker. A failure counts once, so an attempt that was blamed is reported as
   * cancelled.
   */
  async function callCountedOnce(): Promise<SearchOutcome> {
    const outcome = await call();
    if (!isBlamed || outcome.status !== 'failed') return outcome;
    foreseen = outcome;
    throw new Failure('cancelled', 'Its slot was already blamed.');
  }

  async function call(): Promise<SearchOutcome> {
    using deadline = startDeadline(timeoutMs, ending.signal);
    const onCallerLeft = () => ending.abort(abortReason(signal));
    if (signal.aborted) onCallerLeft();
    signal.addEventListener('abort', onCallerLeft, { once: true });
    try {
      const leftMs = () => deadline.remainingMs();
      return await outcomeOf(slot, { ...query, leftMs }, deadline.signal);
    } catch (error) {
      if (endedAs === 'overtaken') return overtaken();
      if (endedAs === 'left') throw error;
      return whyThrown(error, timeoutMs, deadline, signal);
    } finally {
      isOver = true;
      signal.removeEventListener('abort', onCallerLeft);
    }
  }

  async function ask(): Promise<SlotResult> {
    const outcome = await slot.breaker.run(callCountedOnce).catch((error: unknown) => {
      if (foreseen === null) throw error;
      return foreseen;
    });
    // An overtaken attempt counts with the time it took so far; otherwise the percentile would fall with
    // every hedge.
    if (outcome.status !== 'failed' || endedAs === 'overtaken') slot.latency.add(elapsedMs());
    slot.lastCall = { status: outcome.status, cause: causeOf(outcome), atMs: slot.now() };
    const ignored = ignoredParts(query.scope, slot.backend.sends, outcome);
    return { slot, status: outcome.status, outcome, tookMs: Math.round(elapsedMs()), ignored };
  }

  function end(as: 'overtaken' | 'left'): SlotResult {
    endedAs = as;
    ending.abort(new Failure('cancelled', `The search was ${as}.`));
    const tookMs = Math.round(elapsedMs());
    const outcome = as === 'overtaken' ? overtaken() : failed('timeout', `no answer within ${tookMs} ms`);
    return { slot, status: 'overtaken', outcome, tookMs };
  }

  function blame(): void {
    if (isBlamed) return;
    isBlamed = true;
    void slot.breaker.run(async () => overtaken());
  }

  const asked = ask();
  // The promise may have no listener any more: for overtaken or abandoned attempts, or after the caller left.
  asked.catch(() => undefined);
  return {
    slot,
    slowAtMs: startedAt + hedgeDelayMs(slot, timeoutMs),
    silentAtMs: startedAt + silentAfterMs(slot, timeoutMs),
    asked,
    blame,
    isOver: () => isOver,
    overtake: () => end('overtaken'),
    leave: () => end('left'),
  };
}

async function outcomeOf(slot: WatchedSlot, query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
  return withinScope(await untilAborted(slot.backend.search(query, signal), signal), query.scope);
}

function causeOf(outcome: SearchOutcome): string {
  if (outcome.status === 'empty') return '';
  return outcome.status === 'failed' ? outcome.cause : (outcome.hint ?? '');
}

function whyThrown(
  error: unknown,
  timeoutMs: number,
  deadline: Deadline,
  signal: AbortSignal,
): SearchOutcome {
  if (deadline.expired) return failed('timeout', `no answer within ${Math.round(timeoutMs)} ms`);
  if (signal.aborted) throw abortReason(signal);
  return failed('protocol', `unexpected error (${error instanceof Error ? error.name : typeof error})`);
}
