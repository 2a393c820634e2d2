import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountWindows } from './rate-limit.ts';

const ONE = { units: 1, max: 10_000 };

test('each client has its own window, which begins with its first count', (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const count = createCountWindows();
  assert.deepEqual(count('a', 100, ONE), { current: 1, ttlMs: 100 });
  nowMs = 60;
  assert.deepEqual(count('a', 100, ONE), { current: 2, ttlMs: 40 });
  assert.deepEqual(count('b', 100, ONE), { current: 1, ttlMs: 100 });
  nowMs = 100;
  assert.deepEqual(count('a', 100, ONE), { current: 1, ttlMs: 100 });
  assert.deepEqual(count('b', 100, ONE), { current: 2, ttlMs: 60 });
});

test('the client that was counted longest ago is forgotten first', () => {
  const count = createCountWindows();
  for (const client of ['first', 'second', 'first']) count(client, 60_000, ONE);
  for (let other = 0; other < 4_999; other++) count(`other ${other}`, 60_000, ONE);
  assert.equal(count('first', 60_000, ONE).current, 3);
  assert.equal(count('second', 60_000, ONE).current, 1);
});

test('work that would exceed `max` is not counted, so less work still fits', () => {
  const count = createCountWindows();
  const units = (each: number) => count('a', 60_000, { units: each, max: 10 }).current;
  assert.deepEqual([8, 3, 2, 1].map(units), [8, 11, 10, 11]);
});
