/** Time limits for a page, in milliseconds. */
export type PageLimits = {
  /** The time for a thread to start and to load its code. A thread with too little memory never begins. */
  readonly startMs: number;
  /**
   * The time for the work after that. It is a function, because the limit can become shorter during the work.
   */
  readonly maxMs: () => number;
};

/** Measures how long a thread works on one page. */
export type PageClock = {
  /** Passed to the thread, which then calls `tellBegun` with it when it begins. */
  readonly begun: Int32Array<SharedArrayBuffer>;
  stop(): void;
};

const YET_TO_BEGIN = 0;
/** The time between checks of the limit, in milliseconds; the limit can become shorter during the work. */
const LOOK_EVERY_MS = 100;

/**
 * Calls `onOverdue` if work on a page has not begun, or not ended, within its limits. The start is reported
 * through shared memory, because a message and its port cost the main thread 0.2 ms per page (measured).
 */
export function startPageClock({ startMs, maxMs }: PageLimits, onOverdue: () => void): PageClock {
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const startedAt = clockMs();
  let timer = setTimeout(look, Math.min(LOOK_EVERY_MS, startMs, maxMs()));
  return { begun, stop: () => clearTimeout(timer) };

  function look(): void {
    const beganAt = Atomics.load(begun, 0);
    const hasBegun = beganAt !== YET_TO_BEGIN;
    const passedMs = (clockMs() - (hasBegun ? beganAt : startedAt)) | 0;
    const leftMs = (hasBegun ? maxMs() : startMs) - passedMs;
    if (leftMs > 0) timer = setTimeout(look, Math.min(LOOK_EVERY_MS, leftMs));
    else onOverdue();
  }
}

/** Called by the thread to report that work on a page begins. */
export function tellBegun(begun: Int32Array<SharedArrayBuffer>): void {
  Atomics.store(begun, 0, clockMs() || 1);
}

/**
 * The low 32 bits of a monotonic time that all threads of the process share; differences are valid for three
 * weeks.
 */
function clockMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n) | 0;
}
