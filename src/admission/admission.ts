import { timeShareMs } from '../core/budget.ts';
import { abortReason, remainingMs, startDeadline } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** The places for answers, and the short queue for them, in which callers take turns. */
export type AnswerPermits = {
  /**
   * Waits for a place; the returned function gives the place back and may be called once. Throws a Failure
   * `overloaded` at once if the queue is full, or if no place became free within `maxWaitMs` or the longest
   * wait; throws the signal's reason if that aborts.
   */
  take(maxWaitMs: number, signal: AbortSignal): Promise<() => void>;
  /** The number of answers that have a place. */
  readonly running: number;
  /** The number of questions that wait for a place. */
  readonly waiting: number;
};

/** How the wait for a place ended. */
export type WaitOutcome = 'admitted' | 'refused' | 'timeout' | 'left';

/** The number of places, and the longest wait. */
export type PermitOptions = {
  /** The number of places. */
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
/** How long a caller is asked to wait if the process is short of CPU time or memory, in milliseconds. */
const STRAINED_RETRY_AFTER_MS = 5000;
/** The assumed duration of an answer until one has ended, in milliseconds. */
const FIRST_GUESS_MS = 2000;
/** The weight of the newest answer in the mean. */
const WEIGHT = 1 / 16;
/**
 * A question is queued only if its turn is likely to come within this share of the longest wait. Other
 * questions are refused at once, so that their callers can still ask elsewhere.
 */
const HOPEFUL_SHARE = 1 / 2;

/** Creates free places and an empty queue. */
export function createAnswerPermits(options: PermitOptions): AnswerPermits {
  return new Queue(options);
}

/** Admits work while there are places for it. */
export type Admission = {
  readonly places: AnswerPermits;
  /** True while the process is short of CPU time or memory: nothing new is admitted then. */
  isStrained(): boolean;
};

/** Work on a question that emits events: making an answer, or gathering evidence for one. */
export type Work<Result> = (
  question: Question,
  signal: AbortSignal,
  endEarly?: AbortSignal,
) => AsyncGenerator<AnswerEvent, Result>;

/**
 * Limits work to as many runs at a time as there are places. Beyond that limit, and whenever the process is
 * strained, it throws a Failure `overloaded`; work in progress continues.
 */
export function admitAnswers<Result>(work: Work<Result>, admission: Admission): Work<Result> {
  return async function* admittedWork(question, signal, endEarly) {
    const giveBack = await admit(admission, remainingMs(question.deadlineAtMs), signal);
    try {
      return yield* work(question, signal, endEarly);
    } finally {
      giveBack();
    }
  };
}

/**
 * Makes calls wait for a place each. A call gets the time that is left after the wait, in milliseconds.
 * @throws Failure `overloaded` as `admitAnswers` does
 */
export function admitCalls<Request extends { readonly timeoutMs: number }, Result>(
  call: (request: Request, signal: AbortSignal) => Promise<Result>,
  admission: Admission,
): (request: Request, signal: AbortSignal) => Promise<Result> {
  return async (request, signal) => {
    const startedAtMs = performance.now();
    const giveBack = await admit(admission, request.timeoutMs, signal);
    const timeoutMs = request.timeoutMs - (performance.now() - startedAtMs);
    try {
      return await call({ ...request, timeoutMs }, signal);
    } finally {
      giveBack();
    }
  };
}

/**
 * Waits for a place for work that may take `timeMs`, and returns how to give it back.
 * @throws Failure `overloaded` as `admitAnswers` does
 */
export async function admit(
  { places, isStrained }: Admission,
  timeMs: number,
  signal: AbortSignal,
): Promise<() => void> {
  if (isStrained())
    throw overloaded('The service is overloaded. Try again in a moment.', STRAINED_RETRY_AFTER_MS);
  return places.take(timeShareMs('place', timeMs), signal);
}

type Occupant = { readonly startedAtMs: number };

class Queue implements AnswerPermits {
  readonly #options: PermitOptions;
  readonly #line: FairQueue;
  /** The answers that have a place, in the order in which they got it. */
  readonly #occupants = new Set<Occupant>();
  #meanMs = FIRST_GUESS_MS;

  constructor(options: PermitOptions) {
    const { count, maxPerCaller = count } = options;
    this.#options = options;
    this.#line = createFairQueue({ width: count, maxPerCaller });
  }

  get running(): number {
    return this.#line.running;
  }

  get waiting(): number {
    return this.#line.waiting;
  }

  async take(maxWaitMs: number, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortReason(signal);
    const { queueTimeoutMs, onWaited } = this.#options;
    const longestMs = Math.min(queueTimeoutMs, maxWaitMs);
    const isFree = this.#line.isFreeFor(signal);
    if (!isFree && this.#likelyWaitMs(signal) > longestMs * HOPEFUL_SHARE) {
      onWaited?.('refused', 0);
      throw busy();
    }
    if (!isFree) return this.#wait(longestMs, signal);
    const giveBack = this.#occupy(await this.#line.take(signal));
    onWaited?.('admitted', 0);
    return giveBack;
  }

  /**
   * How long a question that joins the queue now is likely to wait for a place: the larger of two estimates,
   * one from the usual pace of answers and one from the age of the running ones. The usual pace does not show
   * that answers that started together also end together.
   */
  #likelyWaitMs(signal: AbortSignal): number {
    const ahead = this.#line.aheadOf(signal);
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

  async #wait(longestMs: number, signal: AbortSignal): Promise<() => void> {
    const askedAtMs = performance.now();
    const report = (outcome: WaitOutcome) => this.#options.onWaited?.(outcome, performance.now() - askedAtMs);
    using limit = startDeadline(longestMs, signal);
    try {
      const giveBack = this.#occupy(await this.#line.take(limit.signal));
      report('admitted');
      return giveBack;
    } catch (error) {
      report(limit.expired ? 'timeout' : 'left');
      throw limit.expired ? busy() : error;
    }
  }
}

function busy(): Failure {
  return overloaded('The service is busy. Try again in a moment.', RETRY_AFTER_MS);
}

function overloaded(message: string, retryAfterMs: number): Failure {
  return new Failure('overloaded', message, { retryAfterMs });
}
