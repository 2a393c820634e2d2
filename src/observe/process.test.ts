import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { seriesOf } from '../../test/support/series-of.ts';
import { until } from '../../test/support/until.ts';
import { createMetrics } from './metrics.ts';
import { fileHandles, measureProcess, observeProcessLoad, type ProcessLoad } from './process.ts';

/** Watches a process whose loop delay and heap are set by the test, second by second. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const now = { meanDelayMs: 0, heapShare: 0.5 };
  const load = observeProcessLoad({
    lookAtLoop: () => ({ meanDelayMs: now.meanDelayMs, maxDelayMs: now.meanDelayMs, utilization: 0.5 }),
    heapShare: () => now.heapShare,
  });
  t.after(() => load[Symbol.dispose]());
  return {
    load,
    second(changes: Partial<typeof now>) {
      Object.assign(now, changes);
      t.mock.timers.tick(1000);
      return load.shortOf;
    },
  };
}

test('one late second is no overload, two are, and the first one on time ends it', (t) => {
  const { second } = watched(t);
  assert.equal(second({ meanDelayMs: 501 }), null);
  assert.equal(second({ meanDelayMs: 501 }), 'time');
  assert.equal(second({ meanDelayMs: 500 }), null);
});

test('a heap near its limit counts as overload until it is collected', (t) => {
  const { second } = watched(t);
  assert.equal(second({ heapShare: 0.921 }), 'memory');
  assert.equal(second({ heapShare: 0.92 }), null);
});

test('after disposal, nothing is checked any more, and watching does not keep the process alive', (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  using _idle = observeProcessLoad();
  assert.equal(timers(), before);
  const { load, second } = watched(t);
  load[Symbol.dispose]();
  assert.equal(second({ heapShare: 1 }), null);
});

test('an idle loop shows hardly any delay, and a blocked one is measured', async () => {
  using load = observeProcessLoad();
  await until(() => load.last.utilization > 0);
  assert.ok(load.last.utilization <= 1);
  assert.notEqual(load.shortOf, 'memory');
  const block = () => {
    const endsAtMs = performance.now() + 700;
    while (performance.now() < endsAtMs);
  };
  for (let round = 0; load.shortOf === null && round < 12; round++) {
    block();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(load.shortOf, 'time');
  const { meanDelayMs, maxDelayMs } = load.last;
  assert.ok(
    meanDelayMs > 500 && meanDelayMs <= maxDelayMs && maxDelayMs < 600_000,
    `${meanDelayMs}, ${maxDelayMs}`,
  );
});

/** The metrics of a process under a given load. */
function scrape(shortOf: ProcessLoad['shortOf']) {
  const metrics = createMetrics();
  const last = { meanDelayMs: 20, maxDelayMs: 500, utilization: 0.25 };
  measureProcess(metrics, { last, shortOf, [Symbol.dispose]: () => undefined }, '1.2.3');
  return seriesOf(metrics);
}

test('delays and times are reported in seconds, and memory in bytes', async (t) => {
  t.mock.method(process, 'cpuUsage', () => ({ user: 3_000_000, system: 500_000 }));
  const series = await scrape(null);
  const names = ['delay_mean_seconds', 'delay_max_seconds', 'utilization_ratio'];
  assert.deepEqual(
    names.map((name) => series[`nodejs_eventloop_${name}`]),
    [0.02, 0.5, 0.25],
  );
  assert.equal(series.process_cpu_seconds_total, 3.5);
  assert.equal(series.process_max_fds, fileHandles()?.limit);
  assert.ok(Math.abs(Number(series.process_start_time_seconds) - performance.timeOrigin / 1000) < 1);
  assert.equal(series.v8js_memory_heap_limit_bytes, getHeapStatistics().heap_size_limit);
  assert.ok(Number(series.v8js_memory_heap_used_bytes) > 1e6);
  assert.ok(Number(series.process_resident_memory_bytes) > 1e7);
  assert.equal(series[`sayso_build_info{version="1.2.3",node_version="${process.version}"}`], 1);
});

test('only the resource that the process is short of is reported', async () => {
  const strained = async (shortOf: ProcessLoad['shortOf']) =>
    Object.keys(await scrape(shortOf)).filter((name) => name.includes('strained'));
  assert.deepEqual(await strained(null), []);
  assert.deepEqual(await strained('memory'), ['sayso_strained{resource="memory"}']);
});

test('open files are those that Linux lists, and the limit is the soft one', {
  skip: process.platform !== 'linux',
}, () => {
  const { open, limit } = fileHandles() ?? {};
  // Listing them opens one more.
  assert.equal(open, readdirSync('/proc/self/fd').length - 1);
  const soft = execFileSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' }).trim();
  assert.equal(limit, soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft));
});
