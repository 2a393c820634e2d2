import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitDeep } from './fit-deep.ts';

const fit = (reads: number | null, writes: number | null) =>
  fitDeep({
    pace: {
      readTokensPerSecond: reads,
      writtenTokensPerSecond: writes,
      windowTokens: null,
      parameters: null,
      isLoading: false,
      hasRead: () => true,
    },
    timeoutMs: 120_000,
    contextTokens: 4050,
  });

test('a deep answer takes from 90 seconds to 15 minutes, and longer the slower the model is', () => {
  const deadlines = [2, 3, 10, 40, 1000].map((writes) => fit(writes * 12, writes)?.deadlineMs ?? 0);
  assert.deepEqual(
    deadlines,
    deadlines.toSorted((a, b) => b - a),
  );
  assert.equal(deadlines.at(-1), 90_000);
  assert.ok(deadlines[0] !== undefined && deadlines[0] > 300_000 && deadlines[0] <= 900_000);
});

test('a slow model gets less text, and a fast one no more than usual', () => {
  assert.equal(fit(5000, 50)?.contextTokens, 4050);
  const slow = fit(30, 3)?.contextTokens ?? 0;
  assert.ok(slow > 1000 && slow < 1300, String(slow));
  assert.equal(fit(1, 1)?.contextTokens, 500);
});

test('a call starts only if it leaves the time to write, and has time to spare', () => {
  const limits = fit(100, 10);
  assert.ok(limits);
  const { callMs, deadlineMs } = limits;
  const planMs = callMs('plan', deadlineMs);
  assert.ok(planMs > 9500 && planMs <= deadlineMs / 4, String(planMs));
  assert.ok(callMs('gap', deadlineMs - planMs) > 45_000);
  assert.equal(callMs('gap', 100_000), 0);
  assert.equal(callMs('plan', 20_000), 0);
  assert.deepEqual([callMs('correct', 85_000) > 0, callMs('correct', 80_000)], [true, 0]);
});

test('nothing follows a speed that is not known', () => {
  assert.deepEqual([fit(null, 10), fit(10, null)], [null, null]);
});
