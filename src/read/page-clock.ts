/** Watches how long a thread works on one page. */
export type PageClock = {
  /** Goes to the thread, which tells with `tellBegun` that its work begins: waiting for a thread costs a page none of its time. */
  readonly begun: Int32Array<SharedArrayBuffer>;
  stop(): void;
};

const YET_TO_BEGIN = 0;

/**
 * Calls `onOverdue` once work on a page has taken `maxMs`. The beginning is told through shared memory, since a message and
 * its port cost the main thread a fifth of a millisecond a page (measured).
 */
export function startPageClock(maxMs: number, onOverdue: () => void): PageClock {
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let timer = setTimeout(look, maxMs);
  return { begun, stop: () => clearTimeout(timer) };

  function look(): void {
    const beganAt = Atomics.load(begun, 0);
    const leftMs = beganAt === YET_TO_BEGIN ? maxMs : maxMs - ((clockMs() - beganAt) | 0);
    if (leftMs > 0) timer = setTimeout(look, leftMs);
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
