/** The cost of one piece of work on the thread that it ran on. */
export type Cost = {
  readonly cpuMs: number;
  /** The longest processor time between two turns of the event loop. */
  readonly heldMs: number;
};

/** How often the event loop is checked. */
const BEAT_MS = 1;

/**
 * Runs work and measures the processor time of this thread, regardless of what other processes do meanwhile.
 * Exceptions are ignored: hostile text may be refused.
 */
export async function measure(work: () => unknown): Promise<Cost> {
  const startMs = threadMs();
  let lastMs = startMs;
  let heldMs = 0;
  const beat = () => {
    const nowMs = threadMs();
    heldMs = Math.max(heldMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const beating = setInterval(beat, BEAT_MS);
  try {
    await work();
  } catch {
  } finally {
    clearInterval(beating);
  }
  beat();
  return { cpuMs: threadMs() - startMs, heldMs };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
