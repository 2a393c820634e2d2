import { abortReason, startDeadline } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Caller } from '../core/run.ts';
import { FairQueue } from './fair-queue.ts';

/** How the wait for a place ended. */
export type WaitOutcome = 'admitted' | 'refused' | 'timeout' | 'left';

/** How answers are let in. */
export type PermitOptions = {
  readonly count: number;
  /** The most for one caller; all of them if absent. */
  readonly maxPerCaller?: number;
  /** The longest wait for a place, in milliseconds; 0 for no queue. */
  readonly queueTimeoutMs: number;
  /** Called with the outcome and the length of each wait. */
  onWaited?(outcome: WaitOutcome, waitedMs: number): void;
};

/** How long a caller is asked to wait if every place is taken, in milliseconds. */
const RETRY_AFTER_MS = 1000;
/** The assumed duration of an answer until one has ended, in milliseconds. */
const FIRST_GUESS_MS = 2000;
/** The weight of the newest answer in the mean. */
const WEIGHT = 1 / 16;
/** Queues a question only if its turn is likely within this share of the longest wait; refuses others. */
const HOPEFUL_SHARE = 1 / 2;

type Occupant = { readonly startedAtMs: number };

/** The places for answers, and the short queue for them, in which callers take turns. */
export class AnswerPermits {
  readonly #options: PermitOptions;
  readonly #line: FairQueue;
  /** The answers that have a place, in the order in which they got it. */
  readonly #occupants = new Set<Occupant>();
  #meanMs = FIRST_GUESS_MS;

  constructor(options: PermitOptions) {
    const { count, maxPerCaller = count } = options;
    this.#options = options;
    this.#line = new FairQueue({ width: count, maxPerCaller });
  }

  /** The number of answers that have a place. */
  get running(): number {
    return this.#line.running;
  }

  /** The number of questions that wait for a place. */
  get waiting(): number {
    return this.#line.waiting;
  }

  /**
   * Waits for a place; the returned function gives the place back and may be called once.
   * @throws Failure `overloaded` at once if the queue is full, or if no place became free within `maxWaitMs` or
   * the longest wait; the signal's reason if that aborts
   */
  async take(maxWaitMs: number, caller: Caller, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortReason(signal);
    const { queueTimeoutMs, onWaited } = this.#options;
    const limitMs = Math.min(queueTimeoutMs, maxWaitMs);
    const isFree = this.#line.isFreeFor(caller);
    if (!isFree && this.#likelyWaitMs(caller) > limitMs * HOPEFUL_SHARE) {
      onWaited?.('refused', 0);
      throw busyFailure();
    }
    if (!isFree) return this.#wait(limitMs, caller, signal);
    const giveBack = this.#occupy(await this.#line.take(caller, signal));
    onWaited?.('admitted', 0);
    return giveBack;
  }

  /**
   * How long a question that joins the queue now is likely to wait for a place: the larger of two estimates,
   * one from the usual pace of answers and one from the age of the running ones. The usual pace does not show
   * that answers that started together also end together.
   */
  #likelyWaitMs(caller: Caller): number {
    const ahead = this.#line.aheadOf(caller);
    const byPaceMs = ((ahead + 1) * this.#meanMs) / this.#options.count;
    const nth = this.#occupants.values().drop(ahead).next().value;
    const byAgeMs = nth === undefined ? byPaceMs : nth.startedAtMs + this.#meanMs - performance.now();
    return Math.max(byPaceMs, byAgeMs);
  }

  #occupy(endTurn: () => void): () => void {
    const occupant: Occupant = { startedAtMs: performance.now() };
    this.#occupants.add(occupant);
    return () => {
      this.#occupants.delete(occupant);
      this.#meanMs += (performance.now() - occupant.startedAtMs - this.#meanMs) * WEIGHT;
      endTurn();
    };
  }

  async #wait(limitMs: number, caller: Caller, signal: AbortSignal): Promise<() => void> {
    const askedAtMs = performance.now();
    const report = (outcome: WaitOutcome) => this.#options.onWaited?.(outcome, performance.now() - askedAtMs);
    using limit = startDeadline(limitMs, signal);
    try {
      const giveBack = this.#occupy(await this.#line.take(caller, limit.signal));
      report('admitted');
      return giveBack;
    } catch (error) {
      report(limit.expired ? 'timeout' : 'left');
      throw limit.expired ? busyFailure() : error;
    }
  }
}

function busyFailure(): Failure {
  const message = 'The service is busy. Try again in a moment.';
  return new Failure('overloaded', message, { retryAfterMs: RETRY_AFTER_MS });
}
