import assert from 'node:assert/strict';

/** How much larger the larger input is. Work in proportion to it takes 8 times as long, quadratic work 64 times. */
const FACTOR = 8;
/** Between the two: collecting garbage and cold caches can make proportional work two or three times as dear. */
const MAX_GROWTH = 28;
/** What takes no longer is not worth comparing: the smaller input would be too quick to measure. In milliseconds. */
const TOO_QUICK_MS = 20;
const ATTEMPTS = 3;

/**
 * Fails when the work grows faster than its input, whatever the speed of the machine: it compares the time that this thread had a
 * processor for, on an input and on one of an eighth of its size. What other processes do does not count.
 * @param work is given the size of its input
 */
export async function assertProportional(
  work: (size: number) => unknown,
  size: number,
  what = '',
): Promise<void> {
  const growths: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const smallMs = await cpuMsOf(work, Math.ceil(size / FACTOR));
    const largeMs = await cpuMsOf(work, size);
    if (largeMs <= TOO_QUICK_MS || largeMs < MAX_GROWTH * smallMs) return;
    growths.push(largeMs / smallMs);
  }
  const times = growths.map((growth) => growth.toFixed(0)).join(', ');
  assert.fail(`${what}: ${FACTOR} times the input took ${times} times as long`);
}

async function cpuMsOf(work: (size: number) => unknown, size: number): Promise<number> {
  const before = process.threadCpuUsage();
  await work(size);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
