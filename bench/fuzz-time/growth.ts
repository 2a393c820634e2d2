/** The cost of one piece of work on the thread that it ran on. */
type Cost = {
  readonly cpuMs: number;
  /** The longest processor time between two turns of the event loop. */
  readonly heldMs: number;
};

/** How often the event loop is checked. */
const BEAT_MS = 1;

/** How the cost of one kind of text grows with its length. */
export type Growth = {
  /** The cost for the longest text. */
  readonly cpuMs: number;
  readonly heldMs: number;
  /**
   * The time grows with this power of the length; null if the work is too quick to tell, infinite if the
   * measurement was aborted.
   */
  readonly exponent: number | null;
};

/** The limits above which a cost is reported as too slow, or is measured again to be certain. */
export type Limits = { readonly heldMs: number; readonly exponent: number };

/**
 * If a small text takes this long, measuring its shape ends, because the long text would take minutes. In
 * milliseconds.
 */
const HOPELESS_MS = 400;
/** Work that is quicker than this does not show how it grows. In milliseconds. */
const FLOOR_MS = 15;
/** The number of runs over which a suspicious cost is averaged. */
const ENOUGH_MS = 60;
const MIN_REPEATS = 3;
const MAX_REPEATS = 40;
const FACTOR = 4;

/** Measures `work` for texts of a sixteenth (only to stop early), a quarter and the whole of `maxChars`. */
export async function growthOf(
  work: (chars: number) => () => unknown,
  maxChars: number,
  limits: Limits,
): Promise<Growth> {
  const sixteenth = work(Math.ceil(maxChars / FACTOR ** 2));
  let tiny = await measure(sixteenth);
  // The very first run may have loaded a library.
  if (tiny.cpuMs > HOPELESS_MS) tiny = lesser(tiny, await measure(sixteenth));
  if (tiny.cpuMs > HOPELESS_MS) return { ...tiny, exponent: Number.POSITIVE_INFINITY };
  const quarter = work(Math.ceil(maxChars / FACTOR));
  const whole = work(maxChars);
  const small = await measure(quarter);
  if (small.cpuMs > HOPELESS_MS * FACTOR) return { ...small, exponent: Number.POSITIVE_INFINITY };
  const large = await measure(whole);
  if (!isSuspicious(small, large, limits)) return { ...large, exponent: toExponent(small, large) };
  const [usualSmall, usualLarge] = [await usual(quarter), await usual(whole)];
  return { ...usualLarge, exponent: toExponent(usualSmall, usualLarge) };
}

/**
 * The mean of enough runs for the processor clock, which may tick only every few milliseconds, to be accurate
 * enough.
 */
async function usual(work: () => unknown): Promise<Cost> {
  let least = await measure(work);
  let cpuMs = least.cpuMs;
  let runs = 1;
  for (; runs < MAX_REPEATS && (cpuMs < ENOUGH_MS || runs < MIN_REPEATS); runs++) {
    const cost = await measure(work);
    cpuMs += cost.cpuMs;
    least = lesser(least, cost);
  }
  return { cpuMs: cpuMs / runs, heldMs: least.heldMs };
}

function isSuspicious(small: Cost, large: Cost, limits: Limits): boolean {
  return large.heldMs > limits.heldMs || (toExponent(small, large) ?? 0) > limits.exponent;
}

function toExponent(small: Cost, large: Cost): number | null {
  if (large.cpuMs < FLOOR_MS) return null;
  return Math.log(large.cpuMs / Math.max(small.cpuMs, 0.1)) / Math.log(FACTOR);
}

function lesser(one: Cost, other: Cost): Cost {
  return { cpuMs: Math.min(one.cpuMs, other.cpuMs), heldMs: Math.min(one.heldMs, other.heldMs) };
}

/**
 * Runs work and measures the processor time of this thread, regardless of what other processes do meanwhile.
 * Exceptions are ignored: hostile text may be refused.
 */
async function measure(work: () => unknown): Promise<Cost> {
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
