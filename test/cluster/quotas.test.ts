import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from '../../src/config/load.ts';
import type { SearchReport } from '../../src/core/events.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import { createLog } from '../../src/observe/log.ts';
import { openSlots } from '../../src/search/engines/registry.ts';
import { failover } from '../../src/search/failover.ts';
import type { Search } from '../../src/search/search.ts';
import { openCaches } from '../../src/service/caches.ts';
import { startRedis } from '../support/redis-server.ts';
import { startSearchServer } from '../support/search-server.ts';
import { testUpstream } from '../support/test-upstream.ts';
import { until } from '../support/until.ts';

const forever = new AbortController().signal;
const PER_DAY = 50;
const PER_MONTH = 70;

/** Three instances that search over the same limited slot and another one, on a day that the test sets. */
async function startCluster() {
  const stack = new AsyncDisposableStack();
  const redis = stack.use(await startRedis());
  const limited = stack.use(await startSearchServer());
  const other = stack.use(await startSearchServer());
  const upstream = stack.use(testUpstream());
  const clock = { today: new Date('2026-11-24T20:30:00Z') };
  const logged: string[] = [];
  const startInstance = async (): Promise<Search> => {
    const log = createLog('info', { write: (line) => logged.push(line) });
    const { settings } = loadSettings({ REDIS_URL: redis.url });
    const caches = await openCaches(settings, '1', { log, count: () => undefined, collectionsOf: () => [] });
    stack.defer(caches.close);
    const slots = await openSlots({
      slots: [
        {
          ...{ position: 1, kind: 'searxng', url: limited.url, key: null },
          quota: [
            { period: 'day', calls: PER_DAY },
            { period: 'month', calls: PER_MONTH },
          ],
        },
        { position: 2, kind: 'searxng', url: other.url, key: null },
      ],
      ...{ upstream, timeoutMs: 60_000, language: 'auto', today: () => clock.today },
      countShared: caches.countShared,
    });
    return failover(slots, { hedge: false });
  };
  const instances = await Promise.all([startInstance(), startInstance(), startInstance()]);
  return {
    ...{ redis, limited, clock, logged, instances, startInstance },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Searches `count` times at each instance, all at the same time. */
async function searchMany(instances: readonly Search[], count: number): Promise<SearchReport[]> {
  const query = { text: 'axolotl', limit: 5, scope: ANY_SCOPE };
  const all = instances.flatMap((search) => Array.from({ length: count }, () => search));
  return await Promise.all(all.map((search) => search({ ...query, timeoutMs: 60_000 }, forever)));
}

test('three instances together make no more calls than allowed, and answer each question', async () => {
  await using cluster = await startCluster();
  const { instances, limited, clock } = cluster;
  const reports = await searchMany(instances, 40);
  assert.equal(limited.asked.length, PER_DAY);
  assert.ok(reports.every(({ outcome }) => outcome.status === 'ok'));
  const refused = reports.filter(({ slot }) => slot === 2);
  assert.equal(refused.length, 3 * 40 - PER_DAY);
  for (const { trail } of refused) {
    assert.equal(trail[0]?.reason, 'rate');
    assert.match(trail[0]?.cause ?? '', /: its 50 calls of this day are used up; again at 00:00 UTC$/);
  }
  clock.today = new Date('2026-11-25T00:00:00Z');
  await searchMany(instances, 40);
  assert.equal(limited.asked.length, PER_MONTH);
  clock.today = new Date('2026-12-01T00:00:00Z');
  await searchMany(instances, 1);
  assert.equal(limited.asked.length, PER_MONTH + 3);
});

test('a restarted instance continues the count of the others', async () => {
  await using cluster = await startCluster();
  await searchMany(cluster.instances, 10);
  const restarted = await cluster.startInstance();
  await searchMany([restarted], 40);
  assert.equal(cluster.limited.asked.length, PER_DAY);
});

test('without Redis, each instance continues from the last count, and this is logged once', async () => {
  await using cluster = await startCluster();
  const { instances, limited, logged, redis } = cluster;
  await searchMany(instances, 10);
  const counted = limited.asked.length;
  await redis.kill();
  const lost = () => logged.filter((line) => line.includes('cannot be reached'));
  await until(() => lost().length > 0);
  await searchMany(instances, 40);
  const alone = limited.asked.length - counted;
  // The last counts known lie between 10 and 30.
  assert.ok(alone >= PER_DAY - 30 && alone <= 3 * (PER_DAY - 10), String(alone));
  assert.equal(lost().length, instances.length, 'once for each instance');
});
