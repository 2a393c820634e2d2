import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { watchStrain } from './strain.ts';

/** Watches a process whose loop delay and heap are set by the test, second by second. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const now = { meanDelayMs: 0, heapShare: 0.5 };
  const strain = watchStrain({
    lookAtLoop: () => ({ meanDelayMs: now.meanDelayMs, maxDelayMs: now.meanDelayMs, utilization: 0.5 }),
    heapShare: () => now.heapShare,
  });
  t.after(() => strain[Symbol.dispose]());
  return {
    strain,
    second(changes: Partial<typeof now>) {
      Object.assign(now, changes);
      t.mock.timers.tick(1000);
      return strain.shortOf;
    },
  };
}

test('one late second is not strain, two are, and the first one on time ends it', (t) => {
  const { second } = watched(t);
  assert.equal(second({ meanDelayMs: 900 }), null);
  assert.equal(second({ meanDelayMs: 900 }), 'time');
  assert.equal(second({ meanDelayMs: 20 }), null);
});

test('a heap near its limit is strain until it is collected', (t) => {
  const { second } = watched(t);
  assert.equal(second({ heapShare: 0.95 }), 'memory');
  assert.equal(second({ heapShare: 0.4 }), null);
});

test('a blocked event loop is measured', async () => {
  using strain = watchStrain();
  const block = () => {
    const endsAtMs = performance.now() + 700;
    while (performance.now() < endsAtMs);
  };
  for (let round = 0; strain.shortOf === null && round < 12; round++) {
    block();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(strain.shortOf, 'time');
  assert.ok(strain.last.maxDelayMs > 500);
});
