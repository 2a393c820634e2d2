import type { Attempt } from '../core/attempt.ts';
import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import { Failure, type Fault } from '../core/failure.ts';
import type { ScopePart } from '../core/scope.ts';
import { failed, type SearchOutcome, type SearchQuery } from './backend.ts';
import { ignoredParts, withinScope } from './in-scope.ts';
import { QuotaUsedUp } from './quota.ts';
import { inSlotWords } from './slot.ts';
import { hedgeDelayMs, silentAfterMs } from './slot-times.ts';
import type { TrackedSlot } from './tracked-slot.ts';

/** The result of a slot's attempt: its outcome, or the reason why it was skipped or overtaken. */
export type SlotResult = {
  readonly slot: TrackedSlot;
  readonly status: Attempt['status'];
  readonly outcome: SearchOutcome;
  /** The time that it took; 0 if it was skipped. */
  readonly tookMs: number;
  /** The parts of the scope that the slot could not respect. */
  readonly ignored?: readonly ScopePart[];
};

/** The time limit of an attempt, and the signals that cancel it. */
type AttemptLimits = { readonly timeoutMs: number; readonly signal: AbortSignal };

/**
 * An attempt in progress, which takes at most `timeoutMs`. A back-end that hangs, ignores its signal or
 * throws counts as failed.
 */
export class RunningAttempt {
  readonly slot: TrackedSlot;
  /** The time, by `performance.now()`, when the attempt will have taken as long as its slot usually takes. */
  readonly slowAtMs: number;
  /** The time when it counts as silent instead of merely slow, by `performance.now()`. */
  readonly silentAtMs: number;
  /** Rejects only if the caller's signal aborts or the attempt is abandoned. */
  readonly ended: Promise<SlotResult>;
  readonly #query: SearchQuery;
  readonly #limits: AttemptLimits;
  readonly #startedAtMs = performance.now();
  readonly #cancellation = new AbortController();
  #isOver = false;
  /** The way in which the attempt was ended early, if it was. */
  #cancelledAs: 'slow' | 'unneeded' | null = null;
  #isMarkedSlow = false;
  /**
   * A failure that is not recorded: the slot's calls are used up, or a failure had already been recorded.
   */
  #unrecordedFailure: SearchOutcome | null = null;

  constructor(slot: TrackedSlot, query: SearchQuery, limits: AttemptLimits) {
    this.slot = slot;
    this.#query = query;
    this.#limits = limits;
    this.slowAtMs = this.#startedAtMs + hedgeDelayMs(slot, limits.timeoutMs);
    this.silentAtMs = this.#startedAtMs + silentAfterMs(slot, limits.timeoutMs);
    this.ended = this.#run();
    // There may no longer be a listener: the attempt was overtaken or abandoned, or the caller disconnected.
    this.ended.catch(() => undefined);
  }

  /** True once the back-end has finished, even if `ended` has not settled yet. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Records a failure of the slot, because it is silent although another slot has replied. The attempt
   * continues.
   */
  markSlow(): void {
    if (this.#isMarkedSlow) return;
    this.#isMarkedSlow = true;
    void this.slot.breaker.run(async () => this.#slowFailure());
  }

  /** Ends a slow attempt at once because another slot was faster. It counts as a failure of the slot. */
  cancelAsSlow(): SlotResult {
    return this.#cancelAs('slow', this.#slowFailure());
  }

  /**
   * Ends the attempt at once because its result is no longer needed. This does not change the slot's record
   * of earlier calls.
   */
  cancel(): SlotResult {
    return this.#cancelAs('unneeded', failed('timeout', `no answer within ${this.#tookMs} ms`));
  }

  get #tookMs(): number {
    return Math.round(performance.now() - this.#startedAtMs);
  }

  #slowFailure(): SearchOutcome {
    return failed('timeout', `no answer within ${this.#tookMs} ms, while another slot answered`);
  }

  #cancelAs(as: 'slow' | 'unneeded', outcome: SearchOutcome): SlotResult {
    this.#cancelledAs = as;
    this.#cancellation.abort(new Failure('cancelled', `The search was cancelled as ${as}.`));
    return { slot: this.slot, status: 'overtaken', outcome, tookMs: this.#tookMs };
  }

  async #run(): Promise<SlotResult> {
    const { slot } = this;
    const outcome = await slot.breaker
      .run(() => this.#callCountedOnce())
      .catch((error: unknown) => {
        if (this.#unrecordedFailure === null) throw error;
        return this.#unrecordedFailure;
      });
    // An overtaken attempt counts with the time that it has taken so far; otherwise, the percentile would
    // fall with every hedge.
    if (outcome.status !== 'failed' || this.#cancelledAs === 'slow')
      slot.latency.add(performance.now() - this.#startedAtMs);
    slot.lastCall = { status: outcome.status, fault: faultOf(outcome), atMs: slot.now() };
    const ignored = ignoredParts(this.#query.scope, slot.backend.sends, outcome);
    return { slot, status: outcome.status, outcome, tookMs: this.#tookMs, ignored };
  }

  /** Reports the attempt to the breaker, as cancelled if its failure was already counted. */
  async #callCountedOnce(): Promise<SearchOutcome> {
    const outcome = await this.#call();
    if (!this.#isMarkedSlow || outcome.status !== 'failed') return outcome;
    this.#unrecordedFailure = outcome;
    throw new Failure('cancelled', 'Its slot was already marked as slow.');
  }

  async #call(): Promise<SearchOutcome> {
    const { timeoutMs, signal } = this.#limits;
    using deadline = startDeadline(timeoutMs, this.#cancellation.signal);
    const cancelForCaller = () => this.#cancellation.abort(abortReason(signal));
    if (signal.aborted) cancelForCaller();
    signal.addEventListener('abort', cancelForCaller, { once: true });
    try {
      const query = { ...this.#query, leftMs: () => deadline.remainingMs() };
      const outcome = await untilAborted(this.slot.backend.search(query, deadline.signal), deadline.signal);
      return outcome.status === 'failed'
        ? inSlotWords(outcome, this.slot)
        : withinScope(outcome, query.scope);
    } catch (error) {
      return this.#outcomeOf(error, deadline);
    } finally {
      this.#isOver = true;
      signal.removeEventListener('abort', cancelForCaller);
    }
  }

  /** The failure for an error. What is thrown instead is not recorded by the breaker. */
  #outcomeOf(error: unknown, deadline: Deadline): SearchOutcome {
    if (this.#cancelledAs === 'slow') return this.#slowFailure();
    if (this.#cancelledAs === 'unneeded') throw error;
    if (error instanceof QuotaUsedUp) {
      this.#unrecordedFailure = error.outcome;
      throw error;
    }
    if (deadline.expired)
      return failed('timeout', `no answer within ${Math.round(this.#limits.timeoutMs)} ms`);
    if (this.#limits.signal.aborted) throw abortReason(this.#limits.signal);
    return failed('protocol', `unexpected error (${error instanceof Error ? error.name : typeof error})`);
  }
}

function faultOf(outcome: SearchOutcome): Fault {
  return outcome.status === 'failed' ? outcome : { cause: outcome.hint ?? '' };
}
