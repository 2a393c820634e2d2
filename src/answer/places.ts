import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';

/** The places for answers, and the short line in front of them. */
export type Places = {
  /**
   * Waits for a place; the function returned gives it back, once. Throws a Failure `overloaded` at once when the line
   * is full, and when none became free within `maxWaitMs` or the longest wait there is; the signal's reason when that aborts.
   */
  take(maxWaitMs: number, signal: AbortSignal): Promise<() => void>;
  /** Answers that have a place. */
  readonly running: number;
  /** Questions that wait for one. */
  readonly waiting: number;
};

/** How the wait for a place ended. */
export type WaitOutcome = 'admitted' | 'refused' | 'timeout' | 'left';

/** How many places there are, and how long one is waited for. */
export type PlacesOptions = {
  /** How many there are. */
  readonly count: number;
  /** The longest that anybody waits for one, in milliseconds; 0 for no line. */
  readonly queueTimeoutMs: number;
  /** Told how each wait ended and how long it was. */
  onWaited?(outcome: WaitOutcome, waitedMs: number): void;
};

/** How long a caller is asked to stay away when every place is taken, in milliseconds. */
const RETRY_AFTER_MS = 1000;
/** How long an answer is thought to take before one has ended, in milliseconds. */
const FIRST_GUESS_MS = 2000;
/** What the newest answer counts for in the mean. */
const WEIGHT = 1 / 16;
/**
 * A question joins the line only where it is likely to be served in this share of the longest wait: those who
 * would wait in vain are told at once, while they can still go elsewhere.
 */
const HOPEFUL_SHARE = 1 / 2;

type Occupant = { readonly startedAtMs: number };
type Waiter = { readonly admit: () => void };

/** Free places and an empty line. */
export function createPlaces({ count, queueTimeoutMs, onWaited }: PlacesOptions): Places {
  const line = new Set<Waiter>();
  /** Those who have a place, in the order in which they got it. */
  const running = new Set<Occupant>();
  let meanMs = FIRST_GUESS_MS;

  /**
   * How long somebody who joins the line now is likely to wait: until as many places as are wanted are free again, both by the
   * pace at which they usually are and by the age of the answers that have them. Answers that began together end together,
   * which the pace alone does not see.
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
