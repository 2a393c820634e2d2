import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSearchServer } from '../../test/support/search-server.ts';
import { testUpstream } from '../../test/support/test-upstream.ts';
import { untilSettled } from '../../test/support/until.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { CountShared } from '../core/service.ts';
import { diagnoseSlots } from './diagnose-slot.ts';
import { openSlots } from './engines/registry.ts';
import { failover } from './failover.ts';
import { type CallLimit, Quota } from './quota.ts';
import { statusOf } from './slot.ts';

const forever = new AbortController().signal;
const NOVEMBER = new Date('2026-11-24T20:30:00Z');

/** A count that instances share; while `isReachable` is false, they cannot reach it. */
function createCounter() {
  const counts = new Map<string, number>();
  const counter = { isReachable: true, counts };
  const countShared: CountShared = async (key, windowMs, { units, max }) => {
    if (!counter.isReachable) return null;
    const count = (counts.get(key) ?? 0) + units;
    if (count <= max) counts.set(key, count);
    return { count, leftMs: windowMs };
  };
  return Object.assign(counter, { countShared });
}

/** A quota on a day that a test can change. */
function quotaOf(limits: readonly CallLimit[], countShared: CountShared | null = null) {
  const clock = { today: NOVEMBER };
  const quota = new Quota(limits, { name: 'slot', countShared, now: () => clock.today });
  return { clock, quota };
}

const aDay = (calls: number): CallLimit => ({ period: 'day', calls });

/** How many of `wanted` calls are allowed, if all begin at the same time. */
async function allowed(quota: Quota, wanted: number): Promise<number> {
  const calls = await Promise.allSettled(Array.from({ length: wanted }, () => quota.takeCall()));
  return calls.filter(({ status }) => status === 'fulfilled').length;
}

test('in memory, no more calls are allowed than the limit, until the next day in UTC', async () => {
  const { quota, clock } = quotaOf([aDay(1000)]);
  assert.equal(await allowed(quota, 1500), 1000);
  const refusal = quota.refusal();
  assert.equal(refusal?.reason, 'rate');
  assert.equal(refusal.cause, 'its 1,000 calls of this day are used up; again at 00:00 UTC');
  assert.equal(refusal.retryAfterMs, 3.5 * 3_600_000);
  clock.today = new Date('2026-11-24T23:59:59.999Z');
  assert.equal(await allowed(quota, 1), 0);
  clock.today = new Date('2026-11-25T00:00:00Z');
  assert.equal(quota.refusal(), null);
  assert.equal(await allowed(quota, 1), 1);
});

test('a month ends on its last day; a day that is used up costs the month nothing', async () => {
  const { quota, clock } = quotaOf([{ period: 'month', calls: 3 }, aDay(2)]);
  clock.today = new Date('2026-12-30T12:00:00Z');
  assert.equal(await allowed(quota, 9), 2);
  assert.match(quota.refusal()?.cause ?? '', /^its 2 calls of this day are used up/);
  clock.today = new Date('2026-12-31T12:00:00Z');
  assert.equal(await allowed(quota, 9), 1);
  assert.equal(
    quota.refusal()?.cause,
    'its 3 calls of this month are used up; again on 2027-01-01 at 00:00 UTC',
  );
  assert.deepEqual(quota.callsLeft().at(-1), { period: 'month', left: 0 });
  clock.today = new Date('2027-01-01T00:00:00Z');
  assert.equal(await allowed(quota, 9), 2);
});

test('a new instance knows the shared count before its first call', async () => {
  const counter = createCounter();
  await allowed(quotaOf([aDay(5)], counter.countShared).quota, 5);
  const { quota } = quotaOf([aDay(5)], counter.countShared);
  await untilSettled();
  assert.deepEqual(quota.callsLeft(), [{ period: 'day', left: 0 }]);
  assert.match(quota.refusal()?.cause ?? '', /^its 5 calls/);
});

test('while the others cannot be reached, an instance counts alone and reports its calls later', async () => {
  const counter = createCounter();
  const [here, there] = [1, 2].map(() => quotaOf([aDay(10)], counter.countShared).quota);
  assert.ok(here !== undefined && there !== undefined);
  assert.deepEqual([await allowed(here, 2), await allowed(there, 2)], [2, 2]);
  counter.isReachable = false;
  assert.equal(await allowed(there, 3), 3);
  assert.deepEqual(there.callsLeft(), [{ period: 'day', left: 3 }]);
  assert.equal(await allowed(there, 9), 3, 'no more than the limit, as far as it knows');
  counter.isReachable = true;
  assert.equal(await allowed(here, 9), 6, 'it cannot know of the other calls yet');
});

const QUERY = { text: 'axolotl', limit: 5, scope: ANY_SCOPE };

/** Two slots at real servers; the first may be called twice a day. */
async function limitedSlots(upstream: ReturnType<typeof testUpstream>, urls: readonly string[]) {
  const slots = urls.map((url, at) => {
    const position = at === 0 ? (1 as const) : (2 as const);
    return { position, kind: 'searxng' as const, url, key: null, quota: at === 0 ? [aDay(2)] : [] };
  });
  const options = { slots, upstream, timeoutMs: 60_000, language: 'auto', today: () => NOVEMBER };
  return await openSlots(options);
}

test('a slot whose calls are used up is skipped without a call, and the next one answers', async () => {
  await using upstream = testUpstream();
  await using limited = await startSearchServer();
  await using other = await startSearchServer();
  const slots = await limitedSlots(upstream, [limited.url, other.url]);
  const search = failover(slots, { hedge: false });
  for (const slot of [1, 1, 2, 2])
    assert.equal((await search({ ...QUERY, timeoutMs: 60_000 }, forever)).slot, slot);
  assert.deepEqual([limited.asked.length, other.asked.length], [2, 2]);
  const { trail } = await search({ ...QUERY, timeoutMs: 60_000 }, forever);
  assert.deepEqual(trail[0], {
    slot: 1,
    status: 'skipped',
    cause: 'primary (searxng): its 2 calls of this day are used up; again at 00:00 UTC',
    reason: 'rate',
    tookMs: 0,
  });
  const [status] = slots.map(statusOf);
  assert.deepEqual([status?.state, status?.restMs], ['open', 3.5 * 3_600_000]);
  assert.deepEqual(status?.callsLeft, [{ period: 'day', left: 0 }]);
  assert.equal(slots[0]?.suspension.state, 'closed', 'its own limit says nothing about the slot');
  const [diagnosis] = await diagnoseSlots(slots, forever);
  assert.deepEqual(diagnosis, {
    name: `primary (searxng at ${limited.url})`,
    ok: false,
    cause: 'its 2 calls of this day are used up; again at 00:00 UTC',
    remedy: 'wait, or raise SEARCH_QUOTA',
  });
  assert.equal(limited.asked.length, 2);
});

test('searches with other words count too; one that they end has failed, not found nothing', async () => {
  await using upstream = testUpstream();
  await using empty = await startSearchServer((response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"results":[]}');
  });
  const search = failover(await limitedSlots(upstream, [empty.url]), { hedge: false });
  const query = { ...QUERY, text: 'How many old axolotls live in the deep lakes of the south?' };
  const { outcome } = await search({ ...query, timeoutMs: 60_000 }, forever);
  assert.equal(empty.asked.length, 2);
  assert.match(outcome.status === 'failed' ? outcome.cause : '', /its 2 calls of this day are used up/);
});
