import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connectRedis } from '../../src/cache/redis-store.ts';
import { type Budget, createBudgets } from '../../src/keys/budgets.ts';
import { isRedisInstalled, startRedis } from '../support/redis-server.ts';
import { until } from '../support/until.ts';

const skip = !isRedisInstalled();
const budget = (limit: number): Budget => ({ owner: { key: 'anna' }, unit: 'tokens', limit });
const used = (tokens: number) => ({ tokens, cost: 0 });

/** An instance that counts in this Redis; `hold` is what its answers do. */
async function startInstance(url: string) {
  const changes: string[] = [];
  const store = await connectRedis(url, (state) => changes.push(state));
  const budgets = createBudgets({
    rules: () => ({ timeZone: 'UTC', currency: 'USD', refusesAlone: false }),
    enterShared: async (account, entry) => await store.enter(account, entry).catch(() => null),
  });
  return {
    changes,
    hold: (most: number, limit: number, heldMs = 60_000) =>
      budgets([budget(limit)], () => undefined).hold(used(most), heldMs),
    [Symbol.dispose]: () => store.close(),
  };
}

test('64 callers on three instances exceed a budget by less than one answer, whatever answers take', {
  skip,
}, async () => {
  await using redis = await startRedis();
  using one = await startInstance(redis.url);
  using two = await startInstance(redis.url);
  using three = await startInstance(redis.url);
  const [limit, most] = [3_000, 50];
  let spent = 0;
  await Promise.all(
    Array.from({ length: 64 }, async (_, caller) => {
      for (let time = 0; time < 20; time++) {
        const held = await [one, two, three][caller % 3]?.hold(most, limit).catch(() => null);
        if (held == null) continue;
        // Not random, so that a failure can be repeated; every fourth answer leaves early or is cached.
        const taken = (caller + time) % 4 === 0 ? 0 : 1 + ((caller * 7919 + time * 104_729) % most);
        await pause(taken % 5);
        spent += taken;
        await held.settle(used(taken));
      }
    }),
  );
  // Whoever was refused for what others held may ask again.
  for (let held = await one.hold(most, limit).catch(() => null); held !== null; ) {
    spent += most;
    await held.settle(used(most));
    held = await one.hold(most, limit).catch(() => null);
  }
  assert.ok(spent >= limit && spent < limit + most, String(spent));
});

test('what a killed instance held is free again when its answer would have ended', { skip }, async () => {
  await using redis = await startRedis();
  using killed = await startInstance(redis.url);
  using left = await startInstance(redis.url);
  await killed.hold(100, 100, 300);
  await assert.rejects(left.hold(1, 100), { code: 'budget-exceeded' });
  killed[Symbol.dispose]();
  await until(async () => (await left.hold(1, 100).catch(() => null)) !== null);
});

test('a Redis that was lost and comes back empty learns what was used, before and meanwhile', {
  skip,
}, async () => {
  await using redis = await startRedis();
  using one = await startInstance(redis.url);
  using other = await startInstance(redis.url);
  await (await one.hold(10, 100)).settle(used(40));
  await redis.kill();
  await until(() => one.changes.includes('lost') && other.changes.includes('lost'));
  await (await one.hold(10, 100)).settle(used(30));
  await redis.restart();
  await until(() => one.changes.includes('back') && other.changes.includes('back'));
  await (await one.hold(10, 100)).settle(used(20));
  const last = await other.hold(10, 100);
  await assert.rejects(other.hold(1, 100), { code: 'budget-exceeded' });
  await last.settle(used(10));
  await assert.rejects(one.hold(1, 100), { code: 'budget-exceeded' });
});
