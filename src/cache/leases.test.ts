import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedMemory } from '../../test/support/shared-memory.ts';
import { untilSettled } from '../../test/support/until.ts';
import { Failure } from '../core/failure.ts';
import type { SharedStore } from './cache.ts';
import { createLeases, type Lease, type Leases, untilLeased } from './leases.ts';

const LIFETIME_MS = 3000;

test('a lease is held by one instance until it is released', async () => {
  const shared = createSharedMemory();
  const [here, there] = [createLeases(shared), createLeases(shared)];
  assert.equal(await there.isTaken('k'), false);
  const lease = await here.take('k');
  assert.ok(lease !== null);
  assert.deepEqual([...shared.lifetimesMs.values()], [LIFETIME_MS]);
  assert.equal(await there.take('k'), null);
  assert.equal(await there.isTaken('k'), true);
  assert.equal(await there.isTaken('another'), false);
  lease.release();
  assert.equal(await there.isTaken('k'), false);
  const next = await there.take('k');
  assert.ok(next !== null);
  next.release();
});

test('a lease is renewed, more than once in its lifetime, as long as it is held and no longer', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const shared = createSharedMemory();
  let renewals = 0;
  const extend: SharedStore['extend'] = (...renewal) => {
    renewals++;
    assert.equal(renewal[2], LIFETIME_MS);
    return shared.extend(...renewal);
  };
  const lease = await createLeases({ ...shared, extend }).take('k');
  t.mock.timers.tick(LIFETIME_MS);
  assert.equal(renewals, 3);
  lease?.release();
  t.mock.timers.tick(10 * LIFETIME_MS);
  assert.equal(renewals, 3);
});

test('a lease that another instance has taken meanwhile is neither renewed nor released', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const shared = createSharedMemory();
  const lease = await createLeases(shared).take('k');
  const [key = ''] = shared.texts.keys();
  shared.texts.set(key, 'of another');
  t.mock.timers.tick(LIFETIME_MS);
  await untilSettled();
  lease?.release();
  assert.equal(shared.texts.get(key), 'of another');
});

test('if the store cannot be reached, every instance goes ahead', async () => {
  const gone = () => Promise.reject(new Error('gone'));
  const leases = createLeases({ ...createSharedMemory(), claim: gone, get: gone });
  const lease = await leases.take('k');
  assert.ok(lease !== null);
  lease.release();
  assert.equal(await leases.isTaken('k'), false);
});

test('a failed renewal has no effect on callers', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const extend = () => Promise.reject(new Error('gone'));
  const lease = await createLeases({ ...createSharedMemory(), extend }).take('k');
  t.mock.timers.tick(LIFETIME_MS);
  await untilSettled();
  lease?.release();
});

test('a lease that is held keeps no process running', async () => {
  const before = process.getActiveResourcesInfo().length;
  const lease = await createLeases(createSharedMemory()).take('k');
  assert.equal(process.getActiveResourcesInfo().length, before);
  lease?.release();
});

/**
 * The leases of a store that contradicts itself: it grants no lease, but reports none as taken. A store that
 * answers every command with an empty reply does this.
 */
const contradicting: Leases = { take: async () => null, isTaken: async () => false };
const work = (longestMs: number) => ({ leases: contradicting, key: 'k', look: async () => null, longestMs });

test('a store that contradicts itself is not asked longer than the wait for an instance', async () => {
  const lease = await untilLeased(work(100), new AbortController().signal);
  assert.ok('release' in lease);
});

test('a lease is checked ever less often, at least every 200 ms; once free, it is taken', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const looksAtMs: number[] = [];
  let isTaken = true;
  const isTakenThere = async () => {
    looksAtMs.push(nowMs);
    return isTaken;
  };
  const own: Lease = { release: () => undefined };
  const leases: Leases = { take: async () => (isTaken ? null : own), isTaken: isTakenThere };
  const leased = untilLeased({ ...work(10_000), leases }, new AbortController().signal);
  const passTo = async (ms: number) => {
    for (; nowMs < ms; nowMs++) {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(1);
    }
  };
  await passTo(1200);
  const pausesMs = looksAtMs.map((atMs, at) => atMs - (looksAtMs[at - 1] ?? 0));
  assert.deepEqual(pausesMs, [20, 30, 45, 68, 102, 152, 200, 200, 200]);
  isTaken = false;
  await passTo(1400);
  assert.equal(await leased, own);
});

test('a caller who leaves stops waiting for such a store', async () => {
  const gone = new AbortController();
  gone.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(untilLeased(work(60_000), gone.signal), { code: 'cancelled' });
});
