/** What a page may take, in milliseconds. */
export type PageLimits = {
  /** For a thread to start and load what it needs; a thread without memory enough for that never begins. */
  readonly startMs: number;
  /** From then on; asked again and again, since it may become shorter. */
  readonly maxMs: () => number;
};

/** Watches how long a thread works on one page. */
export type PageClock = {
  /** Goes to the thread, which reports with `tellBegun` that its work begins. */
  readonly begun: Int32Array<SharedArrayBuffer>;
  stop(): void;
};

const YET_TO_BEGIN = 0;
/** How often the limit is looked at again, in milliseconds: it may become shorter meanwhile. */
const LOOK_EVERY_MS = 100;

/**
 * Calls `onOverdue` when work on a page has not begun, or not ended, within its limits. The beginning is reported through
 * shared memory, since a message and its port cost the main thread a fifth of a millisecond a page (measured).
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

/** Tells from the thread that work on a page begins. */
export function tellBegun(begun: Int32Array<SharedArrayBuffer>): void {
  Atomics.store(begun, 0, clockMs() || 1);
}

/** The low 32 bits of a time that all threads of a process share and nobody sets: differences hold for three weeks. */
function clockMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n) | 0;
}
