import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';

/** The places for answers, and the short queue for them. */
export type Places = {
  /**
   * Waits for a place; the returned function gives it back, once. Throws a Failure `overloaded` at once if
   * the queue is full, or if no place became free within `maxWaitMs` or the longest wait; throws the signal's
   * reason if that aborts.
   */
  take(maxWaitMs: number, signal: AbortSignal): Promise<() => void>;
  /** Answers that have a place. */
  readonly running: number;
  /** Questions that wait for a place. */
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
/** The assumed duration of an answer until one has ended, in milliseconds. */
const FIRST_GUESS_MS = 2000;
/** The weight of the newest answer in the mean. */
const WEIGHT = 1 / 16;
/**
 * A question is queued only if its turn is likely to come within this share of the longest wait. Others are
 * refused at once, while their caller can still go elsewhere.
 */
const HOPEFUL_SHARE = 1 / 2;

type Occupant = { readonly startedAtMs: number };
type Waiter = { readonly admit: () => void };

/** Makes free places and an empty queue. */
export function createPlaces({ count, queueTimeoutMs, onWaited }: PlacesOptions): Places {
  const line = new Set<Waiter>();
  /** The answers that have a place, in the order in which they got it. */
  const running = new Set<Occupant>();
  let meanMs = FIRST_GUESS_MS;

  /**
   * The likely wait of a question that joins the queue now, until enough places are free: the larger of two
   * estimates, one from the usual pace of answers and one from the age of the running ones. Answers that
   * started together end together, which the pace does not show.
   */
  function likelyWaitMs(): number {
    const position = line.size + 1;
    const byPaceMs = (position * meanMs) / count;
    const nth = running.values().drop(line.size).next().value;
    const byAgeMs = nth === undefined ? byPaceMs : nth.startedAtMs + meanMs - performance.now();
    return Math.max(byPaceMs, byAgeMs);
  }

  function occupy(): () => void {
    const occupant: Occupant = { startedAtMs: performance.now() };
    running.add(occupant);
    return () => {
      running.delete(occupant);
      meanMs += (performance.now() - occupant.startedAtMs - meanMs) * WEIGHT;
      const [next] = line;
      next?.admit();
    };
  }

  function wait(longestMs: number, signal: AbortSignal): Promise<() => void> {
    const askedAtMs = performance.now();
    return new Promise((resolve, reject) => {
      const leave = (outcome: WaitOutcome) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        line.delete(waiter);
        onWaited?.(outcome, performance.now() - askedAtMs);
      };
      const waiter: Waiter = {
        admit() {
          leave('admitted');
          resolve(occupy());
        },
      };
      const onAbort = () => {
        leave('left');
        reject(abortReason(signal));
      };
      const timer = setTimeout(() => {
        leave('timeout');
        reject(overloaded());
      }, longestMs);
      signal.addEventListener('abort', onAbort, { once: true });
      line.add(waiter);
    });
  }

  return {
    async take(maxWaitMs, signal) {
      if (signal.aborted) throw abortReason(signal);
      if (running.size < count) {
        onWaited?.('admitted', 0);
        return occupy();
      }
      const longestMs = Math.min(queueTimeoutMs, maxWaitMs);
      if (likelyWaitMs() <= longestMs * HOPEFUL_SHARE) return wait(longestMs, signal);
      onWaited?.('refused', 0);
      throw overloaded();
    },
    get running() {
      return running.size;
    },
    get waiting() {
      return line.size;
    },
  };
}

function overloaded(): Failure {
  return new Failure('overloaded', 'The service is busy. Try again in a moment.', {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
