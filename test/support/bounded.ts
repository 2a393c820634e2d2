import assert from 'node:assert/strict';

/** Work that a budget ends takes a second at most where it was measured; without the budget it takes minutes. */
const MAX_CPU_MS = 30_000;

/** Fails when work that a budget must end took as long as without one, whatever else the machine does. */
export async function assertBounded(work: () => unknown, what = ''): Promise<void> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  const cpuMs = (user + system) / 1000;
  assert.ok(cpuMs < MAX_CPU_MS, `${what} took ${Math.round(cpuMs)} ms`);
}
