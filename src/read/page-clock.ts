import { setTimeout as sleep } from 'node:timers/promises';

/** Limits for a page; times are in milliseconds. */
type PageLimits = {
  /** The time for a thread to start and to load its code. A thread with too little memory never begins. */
  readonly startMs: number;
  /**
   * The CPU time that the thread may then use for its work. It is a function, because the limit can become
   * shorter during the work.
   */
  readonly maxMs: () => number;
  /** The CPU time of a thread so far; null if it has ended. */
  readonly cpuMsOf: (threadId: number) => Promise<number | null>;
  /** The memory that a thread may use outside of its heap, which has a limit of its own, in bytes. */
  readonly maxOutsideBytes: number;
  /** The memory that a thread uses outside of its heap, mostly for arrays, in bytes; null if it has ended. */
  readonly outsideBytesOf: (threadId: number) => Promise<number | null>;
};

/** Measures how long a thread works on one page. */
type PageClock = {
  /** Passed to the thread, which then calls `markBegun` with it when it begins. */
  readonly begun: Int32Array<SharedArrayBuffer>;
  stop(): void;
};

/** The positions of what a thread reports when it begins: the time, its id, and its CPU time so far. */
const [TIME, THREAD, CPU] = [0, 1, 2];
const REPORTED = 3;
const YET_TO_BEGIN = 0;
/** The time between checks of the limit, in milliseconds; the limit can become shorter during the work. */
const LOOK_EVERY_MS = 100;
/**
 * The maximum duration of the work, as a multiple of its limit of CPU time: on a busy machine a thread has to
 * wait, but a page that never ends must not occupy it forever.
 */
const MAX_STRETCH = 10;

/**
 * Calls `onExcess` with the limit that work on a page exceeds: its beginning or its end is late, or it uses
 * too much memory. The start is reported through shared memory, because a message and its port cost the main
 * thread 0.2 ms per page (measured).
 */
export function startPageClock(
  { startMs, maxMs, cpuMsOf, maxOutsideBytes, outsideBytesOf }: PageLimits,
  onExcess: (limit: 'time' | 'memory') => void,
): PageClock {
  const begun = new Int32Array(new SharedArrayBuffer(REPORTED * Int32Array.BYTES_PER_ELEMENT));
  const startedAtMs = clockMs();
  let isStopped = false;
  let timer = setTimeout(look, Math.min(LOOK_EVERY_MS, startMs, maxMs()));
  return {
    begun,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };

  async function look(): Promise<void> {
    const remainingMs = await leftMs();
    const outsideBytes = await ask(outsideBytesOf);
    if (isStopped) return;
    if ((outsideBytes ?? 0) > maxOutsideBytes) onExcess('memory');
    else if (remainingMs <= 0) onExcess('time');
    else timer = setTimeout(look, Math.min(LOOK_EVERY_MS, remainingMs));
  }

  /** The time until the next limit, in milliseconds; 0 or less once it is exceeded. */
  async function leftMs(): Promise<number> {
    const beganAtMs = Atomics.load(begun, TIME);
    const passedMs = (clockMs() - (beganAtMs === YET_TO_BEGIN ? startedAtMs : beganAtMs)) | 0;
    if (beganAtMs === YET_TO_BEGIN) return startMs - passedMs;
    const limitMs = maxMs();
    // A thread cannot use more CPU time than the time that passes.
    if (passedMs < limitMs) return limitMs - passedMs;
    const waitMs = limitMs * MAX_STRETCH - passedMs;
    return waitMs <= 0 ? waitMs : Math.min(waitMs, limitMs - (await usedMs()));
  }

  /** The CPU time of the page so far; 0 if it is not known. */
  async function usedMs(): Promise<number> {
    const cpuMs = await ask(cpuMsOf);
    return cpuMs === null ? 0 : (Math.trunc(cpuMs) - (begun[CPU] ?? 0)) | 0;
  }

  /** What the thread says of itself; null if it does not answer, which it can only between two steps. */
  async function ask(question: (threadId: number) => Promise<number | null>): Promise<number | null> {
    if (Atomics.load(begun, TIME) === YET_TO_BEGIN) return null;
    return Promise.race([question(begun[THREAD] ?? 0), sleep(LOOK_EVERY_MS, null, { ref: false })]);
  }
}

/** Called by the thread to report that work on a page begins. */
export function markBegun(begun: Int32Array<SharedArrayBuffer>, threadId: number): void {
  const { user, system } = process.threadCpuUsage();
  begun[THREAD] = threadId;
  begun[CPU] = (user + system) / 1_000;
  Atomics.store(begun, TIME, clockMs() || 1);
}

/**
 * The low 32 bits of a monotonic time that all threads of the process share; differences are valid for three
 * weeks.
 */
function clockMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n) | 0;
}
