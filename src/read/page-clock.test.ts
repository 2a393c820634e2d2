import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { markBegun, startPageClock } from './page-clock.ts';

type PageLimits = Parameters<typeof startPageClock>[0];

const THREAD = 7;
/** Limits for a thread that needs no CPU time. */
const LIMITS: PageLimits = {
  startMs: 60_000,
  maxMs: () => 5,
  cpuMsOf: async () => 0,
  maxOutsideBytes: 1_000,
  outsideBytesOf: async () => 0,
};
const busy = async () => Number.POSITIVE_INFINITY;
const silent = () => new Promise<null>(() => undefined);

test('a page that waits for a thread is not overdue; one that is read for too long is, once', async () => {
  let overdue = 0;
  const waiting = startPageClock({ ...LIMITS, cpuMsOf: busy }, () => overdue++);
  await sleep(40);
  assert.equal(overdue, 0);
  markBegun(waiting.begun, THREAD);
  while (overdue === 0) await sleep(1);
  await sleep(20);
  assert.equal(overdue, 1);
});

test('a page is overdue by the CPU time of its thread, not by the time that passes', async () => {
  const overdue = Promise.withResolvers<string>();
  let usedMs = 0;
  const asked = new Set<number>();
  const cpuMsOf = async (threadId: number) => {
    const { user, system } = process.threadCpuUsage();
    asked.add(threadId);
    // The thread uses no CPU time until it has been asked three times; by then, the limit has long passed.
    if (usedMs++ === 3) overdue.resolve('was not overdue before');
    return (user + system) / 1_000 + (usedMs > 3 ? 60_000 : -60_000);
  };
  const clock = startPageClock({ ...LIMITS, maxMs: () => 2_000, cpuMsOf }, () => overdue.resolve('overdue'));
  markBegun(clock.begun, THREAD);
  clock.begun[0] = (clock.begun[0] ?? 0) - 3_000;
  assert.equal(await overdue.promise, 'was not overdue before');
  assert.deepEqual([...asked], [THREAD]);
  clock.stop();
});

test('a page is overdue after ten times its limit, even if its thread reports no CPU time', async () => {
  for (const cpuMsOf of [silent, async () => null, LIMITS.cpuMsOf]) {
    const overdue = Promise.withResolvers<void>();
    const clock = startPageClock({ ...LIMITS, cpuMsOf }, () => overdue.resolve());
    markBegun(clock.begun, THREAD);
    await overdue.promise;
  }
});

test('a page becomes overdue when its limit is shortened', async () => {
  let maxMs = 60_000;
  const overdue = Promise.withResolvers<void>();
  const clock = startPageClock({ ...LIMITS, maxMs: () => maxMs, cpuMsOf: busy }, () => overdue.resolve());
  markBegun(clock.begun, THREAD);
  maxMs = 1;
  await overdue.promise;
  clock.stop();
});

test('a page whose thread never begins is overdue after the start limit', async () => {
  const overdue = Promise.withResolvers<void>();
  const clock = startPageClock({ ...LIMITS, startMs: 5, maxMs: () => 60_000 }, () => overdue.resolve());
  await overdue.promise;
  clock.stop();
});

test('a page is ended when its thread uses too much memory outside of its heap, and only then', async () => {
  const ended = Promise.withResolvers<string>();
  let outsideBytes = 1_000;
  const outsideBytesOf = async (threadId: number) => {
    assert.equal(threadId, THREAD);
    return outsideBytes++;
  };
  const limits = { ...LIMITS, maxMs: () => 60_000, outsideBytesOf };
  const clock = startPageClock(limits, ended.resolve);
  markBegun(clock.begun, THREAD);
  assert.equal(await ended.promise, 'memory');
  assert.equal(outsideBytes, 1_002);
});
