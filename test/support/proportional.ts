import assert from 'node:assert/strict';

/** The ratio of the two input sizes. Linear work takes 8 times as long, quadratic work 64 times. */
const FACTOR = 8;
/**
 * Between the two values: garbage collection and cold caches can make linear work two or three times as
 * expensive.
 */
const MAX_GROWTH = 28;
/** Shorter work is not compared, because the smaller input would be too quick to measure. In milliseconds. */
const TOO_QUICK_MS = 20;
const ATTEMPTS = 3;

/**
 * Fails if the work grows faster than its input, on a machine of any speed: compares the CPU time of this
 * thread for an input and for an input of an eighth of its size. Other processes do not count.
 * @param work gets the size of its input
 */
export async function assertProportional(
  work: (size: number) => unknown,
  size: number,
  what = '',
): Promise<void> {
  const growths: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const largeMs = await cpuMsOf(() => work(size));
    if (largeMs <= TOO_QUICK_MS) return;
    const small = Math.ceil(size / FACTOR);
    if (largeMs < MAX_GROWTH * (await cpuMsOf(() => work(small)))) return;
    const smallMs = (await cpuMsOf(() => repeated(work, small))) / FACTOR;
    if (largeMs < MAX_GROWTH * smallMs) return;
    growths.push(largeMs / smallMs);
  }
  const times = growths.map((growth) => growth.toFixed(0)).join(', ');
  assert.fail(`${what}: ${FACTOR} times the input took ${times} times as long`);
}

/** Repeated, because some systems count CPU time in steps that are longer than one run of the work. */
async function repeated(work: (size: number) => unknown, size: number): Promise<void> {
  for (let time = 0; time < FACTOR; time++) await work(size);
}

async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
