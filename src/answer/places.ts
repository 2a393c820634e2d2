import { abortReason } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { House } from '../core/house.ts';
import type { Question } from '../core/terms.ts';
import { timeShareMs } from './budget.ts';

/** The places for answers, and the short queue for them. */
export type Places = {
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
export type PlacesOptions = {
  /** The number of places. */
  readonly count: number;
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
export function createPlaces(options: PlacesOptions): Places {
  return new Queue(options);
}

/** Admits work while there are places for it. */
export type Admission = {
  readonly places: Places;
  /** True while the process is short of CPU time or memory: nothing new is admitted then. */
  isStrained(): boolean;
};

/** Work on a question that emits events: making an answer, or gathering evidence for one. */
export type Work<Result> = (question: Question, signal: AbortSignal) => AsyncGenerator<AnswerEvent, Result>;

/**
 * Limits work to as many runs at a time as there are places. Beyond that limit, and whenever the process is
 * strained, it throws a Failure `overloaded`; work in progress continues. The wait for a place counts towards
 * the question's time.
 */
export function limited<Result>(work: Work<Result>, admission: Admission): Work<Result> {
  return async function* limitedWork(question, signal) {
    const { giveBack, waitedMs } = await admit(admission, question.deadlineMs, signal);
    try {
      return yield* work({ ...question, deadlineMs: question.deadlineMs - waitedMs }, signal);
    } finally {
      giveBack();
    }
  };
}

/**
 * Makes one call in a place of its own, and passes it the time that is left after the wait for the place, in
 * milliseconds.
 * @throws Failure `overloaded` as `limited` does
 */
export async function inPlace<Result>(
  admission: Admission,
  { timeoutMs, call }: { readonly timeoutMs: number; call(leftMs: number): Promise<Result> },
  signal: AbortSignal,
): Promise<Result> {
  const { giveBack, waitedMs } = await admit(admission, timeoutMs, signal);
  try {
    return await call(timeoutMs - waitedMs);
  } finally {
    giveBack();
  }
}

/** Reads a page in a place of its own, within the time that an answer has for its pages. */
export function readInPlace(
  read: NonNullable<House['read']>,
  timeoutMs: number,
  admission: Admission,
): NonNullable<House['read']> {
  return (url, signal) => inPlace(admission, { timeoutMs, call: () => read(url, signal) }, signal);
}

async function admit({ places, isStrained }: Admission, timeMs: number, signal: AbortSignal) {
  if (isStrained())
    throw overloaded('The service is overloaded. Try again in a moment.', STRAINED_RETRY_AFTER_MS);
  const startedAtMs = performance.now();
  const giveBack = await places.take(timeShareMs('place', timeMs), signal);
  return { giveBack, waitedMs: performance.now() - startedAtMs };
}

type Occupant = { readonly startedAtMs: number };
type Queued = { readonly admit: () => void };

class Queue implements Places {
  readonly #options: PlacesOptions;
  readonly #line = new Set<Queued>();
  /** The answers that have a place, in the order in which they got it. */
  readonly #occupants = new Set<Occupant>();
  #meanMs = FIRST_GUESS_MS;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#occupants.size;
  }

  get waiting(): number {
    return this.#line.size;
  }

  async take(maxWaitMs: number, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortReason(signal);
    const { count, queueTimeoutMs, onWaited } = this.#options;
    if (this.running < count) {
      onWaited?.('admitted', 0);
      return this.#occupy();
    }
    const longestMs = Math.min(queueTimeoutMs, maxWaitMs);
    if (this.#likelyWaitMs() <= longestMs * HOPEFUL_SHARE) return this.#wait(longestMs, signal);
    onWaited?.('refused', 0);
    throw busy();
  }

  /**
   * How long a question that joins the queue now is likely to wait for a place: the larger of two estimates,
   * one from the usual pace of answers and one from the age of the running ones. The usual pace does not show
   * that answers that started together also end together.
   */
  #likelyWaitMs(): number {
    const byPaceMs = ((this.#line.size + 1) * this.#meanMs) / this.#options.count;
    const nth = this.#occupants.values().drop(this.#line.size).next().value;
    const byAgeMs = nth === undefined ? byPaceMs : nth.startedAtMs + this.#meanMs - performance.now();
    return Math.max(byPaceMs, byAgeMs);
  }

  #occupy(): () => void {
    const occupant: Occupant = { startedAtMs: performance.now() };
    this.#occupants.add(occupant);
    return () => {
      this.#occupants.delete(occupant);
      this.#meanMs += (performance.now() - occupant.startedAtMs - this.#meanMs) * WEIGHT;
      const [next] = this.#line;
      next?.admit();
    };
  }

  #wait(longestMs: number, signal: AbortSignal): Promise<() => void> {
    const askedAtMs = performance.now();
    return new Promise((resolve, reject) => {
      const leave = (outcome: WaitOutcome) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#line.delete(queued);
        this.#options.onWaited?.(outcome, performance.now() - askedAtMs);
      };
      const queued: Queued = {
        admit: () => {
          leave('admitted');
          resolve(this.#occupy());
        },
      };
      const onAbort = () => {
        leave('left');
        reject(abortReason(signal));
      };
      const timer = setTimeout(() => {
        leave('timeout');
        reject(busy());
      }, longestMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#line.add(queued);
    });
  }
}

function busy(): Failure {
  return overloaded('The service is busy. Try again in a moment.', RETRY_AFTER_MS);
}

function overloaded(message: string, retryAfterMs: number): Failure {
  return new Failure('overloaded', message, { retryAfterMs });
}
