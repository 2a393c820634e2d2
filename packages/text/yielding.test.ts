import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYielding } from './yielding.ts';

test('other tasks run only after ten milliseconds of work, and then the clock starts again', async (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const yieldIfDue = createYielding();
  const hasPaused = async () => {
    let others = 0;
    setImmediate(() => others++);
    await yieldIfDue();
    return others === 1;
  };
  nowMs += 9;
  assert.equal(await hasPaused(), false);
  nowMs += 1;
  assert.equal(await hasPaused(), true);
  nowMs += 9;
  assert.equal(await hasPaused(), false);
  nowMs += 1;
  assert.equal(await hasPaused(), true);
});
