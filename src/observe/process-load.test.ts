import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import v8 from 'node:v8';
import { until } from '../../test/support/until.ts';
import { observeProcessLoad } from './process-load.ts';

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
  assert.equal(second({ meanDelayMs: 900 }), null);
  assert.equal(second({ meanDelayMs: 900 }), 'time');
  assert.equal(second({ meanDelayMs: 20 }), null);
});

test('a heap near its limit counts as overload until it is collected', (t) => {
  const { second } = watched(t);
  assert.equal(second({ heapShare: 0.95 }), 'memory');
  assert.equal(second({ heapShare: 0.4 }), null);
});

test('exactly half a second late is on time, and exactly 92 % of the heap is enough', (t) => {
  const { second } = watched(t);
  for (let looks = 0; looks < 3; looks++) assert.equal(second({ meanDelayMs: 500, heapShare: 0.92 }), null);
  assert.equal(second({ meanDelayMs: 500.1 }), null);
  assert.equal(second({}), 'time');
  assert.equal(second({ heapShare: 0.921 }), 'memory');
  assert.equal(second({ heapShare: 0.92 }), 'time');
});

test('the last check is reported as it was, nothing before the first, and a new one each second', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let looks = 0;
  const lookAtLoop = () => ({ meanDelayMs: ++looks, maxDelayMs: 2, utilization: 0.3 });
  using load = observeProcessLoad({ lookAtLoop, heapShare: () => 0 });
  assert.deepEqual(load.last, { meanDelayMs: 0, maxDelayMs: 0, utilization: 0 });
  t.mock.timers.tick(999);
  assert.equal(looks, 0);
  t.mock.timers.tick(1);
  assert.deepEqual(load.last, { meanDelayMs: 1, maxDelayMs: 2, utilization: 0.3 });
  t.mock.timers.tick(2000);
  assert.equal(looks, 3);
});

test('after disposal, nothing is checked any more, and the probe is disposed of, too', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let looks = 0;
  let disposed = 0;
  const load = observeProcessLoad({
    lookAtLoop: () => ({ meanDelayMs: ++looks, maxDelayMs: 0, utilization: 0 }),
    heapShare: () => 0,
    [Symbol.dispose]: () => disposed++,
  });
  t.mock.timers.tick(1000);
  load[Symbol.dispose]();
  t.mock.timers.tick(5000);
  assert.deepEqual([looks, disposed], [1, 1]);
});

test('watching does not keep the process alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  using _load = observeProcessLoad();
  assert.equal(timers(), before);
});

test('an idle loop shows hardly any delay and no more use than there is', async () => {
  using load = observeProcessLoad();
  await until(() => load.last.utilization > 0);
  const { meanDelayMs, maxDelayMs, utilization } = load.last;
  assert.ok(meanDelayMs >= 0 && meanDelayMs <= maxDelayMs, `${meanDelayMs}, ${maxDelayMs}`);
  assert.ok(utilization <= 1);
  assert.notEqual(load.shortOf, 'memory');
});

test('the heap in use is what V8 reports, as a share of its limit', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let used_heap_size = 93;
  t.mock.method(v8, 'getHeapStatistics', () => ({ used_heap_size, heap_size_limit: 100 }));
  syncBuiltinESMExports();
  using load = observeProcessLoad();
  t.mock.timers.tick(1000);
  const before = load.shortOf;
  used_heap_size = 91;
  t.mock.timers.tick(1000);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.deepEqual([before, load.shortOf], ['memory', null]);
});

test('a blocked event loop is measured', async () => {
  using load = observeProcessLoad();
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

test('each check measures the time since the previous one', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  using load = observeProcessLoad();
  const endsAtMs = performance.now() + 300;
  while (performance.now() < endsAtMs);
  t.mock.timers.tick(1000);
  const { utilization } = load.last;
  await new Promise((resolve) => setTimeout(resolve, 300));
  t.mock.timers.tick(1000);
  assert.ok(load.last.utilization < utilization / 2, `${load.last.utilization} after ${utilization}`);
  t.mock.timers.tick(1000);
  assert.deepEqual([load.last.meanDelayMs, load.last.maxDelayMs], [0, 0]);
});
