import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { fileHandles, observeProcessLoad } from './process.ts';

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

test('an idle loop shows hardly any delay, and a blocked one is measured', async () => {
  using load = observeProcessLoad();
  await until(() => load.last.utilization > 0);
  assert.ok(load.last.utilization <= 1);
  assert.notEqual(load.shortOf, 'memory');
  // Blocks the loop without work for the processor.
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
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

test('open files are those that Linux lists, and the limit is the soft one', {
  skip: process.platform !== 'linux',
}, () => {
  const { open, limit } = fileHandles() ?? {};
  // Listing them opens one more.
  assert.equal(open, readdirSync('/proc/self/fd').length - 1);
  const soft = execFileSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' }).trim();
  assert.equal(limit, soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft));
});
