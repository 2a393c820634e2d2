import { Failure } from './failure.ts';

/** A time limit for a task and everything it starts. */
export type Deadline = Disposable & {
  /** Aborts when the time is up or the parent aborts; the reason is a Failure in both cases. */
  readonly signal: AbortSignal;
  /** True when the time ran out; false when it did not, or when the parent aborted first. */
  readonly expired: boolean;
  /** Milliseconds left, never below 0; infinite once lifted. */
  remainingMs(): number;
  /** Removes the time limit; the parent can still abort. */
  lift(): void;
  /** Aborts now, for work whose result is no longer needed. */
  end(): void;
};

/**
 * Starts a deadline of `timeoutMs` under a parent signal. Dispose it (`using`), otherwise the timer and the listener leak.
 *
 * It uses a timer and a controller, because nested deadlines made with `AbortSignal.any` and
 * `AbortSignal.timeout` did not fire once the intermediate signals were garbage-collected
 * (nodejs/node#54614).
 */
export function startDeadline(timeoutMs: number, parent: AbortSignal): Deadline {
  const controller = new AbortController();
  let endsAtMs = performance.now() + timeoutMs;
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
    remainingMs: () => (expired ? 0 : Math.max(0, endsAtMs - performance.now())),
    lift() {
      clearTimeout(timer);
      endsAtMs = Number.POSITIVE_INFINITY;
    },
    end: () => controller.abort(UNWANTED),
    [Symbol.dispose]() {
      clearTimeout(timer);
      parent.removeEventListener('abort', onParentAbort);
    },
  };
}

/** Milliseconds until a time on the clock of `performance.now()`, never below 0. */
export function remainingMs(untilMs: number): number {
  return Math.max(0, untilMs - performance.now());
}

/** One shared error: creating a new one for each page would cost more than the rest of the abort. */
const UNWANTED = new Failure('cancelled', 'No longer wanted.');

/** Why a signal aborted: its reason if that is a Failure, otherwise `cancelled`. */
export function abortReason(signal: AbortSignal): Failure {
  if (signal.reason instanceof Failure) return signal.reason;
  return new Failure('cancelled', 'The caller left.', { cause: signal.reason });
}

/** Settles like the promise, or rejects as soon as the signal aborts, even if the work goes on. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Not a race: work that ends because of the abort, in a listener of its own, must not come first.
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(abortReason(signal));
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Resolves after `delayMs`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  return untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}

/** A signal that aborts at a deadline, and also when the caller of a deep answer wants the answer at once. */
export function addEarlyEnd(
  signal: AbortSignal,
  wanted: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  const endedEarly = new AbortController();
  const onEndEarly = () =>
    endedEarly.abort(
      new Failure('deadline-exceeded', 'The research was ended before a sentence was written.'),
    );
  const onAbort = () => endedEarly.abort(abortReason(signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  wanted.addEventListener('abort', onEndEarly);
  return {
    signal: endedEarly.signal,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', onAbort);
      wanted.removeEventListener('abort', onEndEarly);
    },
  };
}

/** A deadline for a step of research that also ends when the caller wants the answer at once. Dispose it. */
export function startResearchDeadline(
  timeoutMs: number,
  signal: AbortSignal,
  wanted: AbortSignal | undefined,
): Disposable & { readonly signal: AbortSignal } {
  const deadline = startDeadline(timeoutMs, signal);
  wanted?.addEventListener('abort', deadline.end, { once: true });
  if (wanted?.aborted === true) deadline.end();
  return {
    signal: deadline.signal,
    [Symbol.dispose]() {
      wanted?.removeEventListener('abort', deadline.end);
      deadline[Symbol.dispose]();
    },
  };
}
