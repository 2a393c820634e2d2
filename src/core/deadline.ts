import { Failure } from './failure.ts';

/** A point in time after which everything that was started must have ended. */
export type Deadline = Disposable & {
  /** Aborts when time is up or when the parent aborts; the reason is a Failure either way. */
  readonly signal: AbortSignal;
  /** True when time ran out, false when it did not or when the parent aborted first. */
  readonly expired: boolean;
  /** Milliseconds left, never below 0; endless once lifted. */
  remainingMs(): number;
  /** Takes the limit away; the parent still counts. */
  lift(): void;
  /** Aborts now, for work that nobody waits for any more. */
  end(): void;
};

/**
 * Starts a deadline of `timeoutMs` under a parent signal. Dispose it (`using`), or the timer and the listener stay.
 *
 * A plain timer on an own controller, because deadlines nested from `AbortSignal.any` over `AbortSignal.timeout`
 * were seen not to fire when the intermediate signals were garbage-collected (nodejs/node#54614).
 */
export function startDeadline(timeoutMs: number, parent: AbortSignal): Deadline {
  const controller = new AbortController();
  let endsAt = performance.now() + timeoutMs;
  let expired = false;
  const timer = setTimeout(
    () => {
      expired = !controller.signal.aborted;
      controller.abort(new Failure('deadline-exceeded', 'Time ran out.'));
    },
    Math.max(0, timeoutMs),
  );
  const onParentAbort = () => controller.abort(abortReason(parent));
  if (parent.aborted) onParentAbort();
  else parent.addEventListener('abort', onParentAbort, { once: true });
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    // Timers may fire a fraction of a millisecond early.
    remainingMs: () => (expired ? 0 : Math.max(0, endsAt - performance.now())),
    lift() {
      clearTimeout(timer);
      endsAt = Number.POSITIVE_INFINITY;
    },
    end: () => controller.abort(new Failure('cancelled', 'No longer wanted.')),
    [Symbol.dispose]() {
      clearTimeout(timer);
      parent.removeEventListener('abort', onParentAbort);
    },
  };
}

/** Why a signal aborted, as a Failure: its own reason where that is one, else `cancelled`. */
export function abortReason(signal: AbortSignal): Failure {
  if (signal.reason instanceof Failure) return signal.reason;
  return new Failure('cancelled', 'The caller left.', { cause: signal.reason });
}

/**
 * The promise's outcome, or the signal's reason as soon as it aborts: holds even over work that ignores the signal.
 * The late outcome of such work is dropped, its rejection included.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(abortReason(signal));
    const settle = () => signal.removeEventListener('abort', onAbort);
    promise.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * The items of an iterable until the signal aborts, then its reason is thrown. The source is told to stop and not
 * waited for: a generator stuck in an await cannot hear `return()` and would hold us as long as it hangs.
 *
 * One listener for the whole run instead of one per item: a model's answer has hundreds of items.
 */
export async function* eachUntilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let rejectPending: (reason: Failure) => void = () => undefined;
  const onAbort = () => rejectPending(abortReason(signal));
  signal.addEventListener('abort', onAbort);
  let ended = false;
  try {
    while (true) {
      if (signal.aborted) throw abortReason(signal);
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        rejectPending = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!ended) iterator.return?.(undefined)?.then(undefined, () => undefined);
  }
}

/** Resolves after `delayMs`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  return untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}
