import assert from 'node:assert/strict';

/** Bounded work took at most a second when it was measured; without the bound, it takes minutes. */
const MAX_CPU_MS = 30_000;

/**
 * Fails if work that a budget must end took as long as without a budget, whatever other load the machine has.
 */
export async function assertBounded(work: () => unknown, what = ''): Promise<void> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  const cpuMs = (user + system) / 1000;
  assert.ok(cpuMs < MAX_CPU_MS, `${what} took ${Math.round(cpuMs)} ms`);
}
