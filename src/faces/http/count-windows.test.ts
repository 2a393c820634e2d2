import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountWindows } from './count-windows.ts';

test('each client has its own window, which begins with its first count', (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const count = createCountWindows();
  assert.deepEqual(count('a', 100), { current: 1, ttl: 100 });
  nowMs = 60;
  assert.deepEqual(count('a', 100), { current: 2, ttl: 40 });
  assert.deepEqual(count('b', 100), { current: 1, ttl: 100 });
  nowMs = 100;
  assert.deepEqual(count('a', 100), { current: 1, ttl: 100 });
  assert.deepEqual(count('b', 100), { current: 2, ttl: 60 });
});

test('the client that was counted longest ago is forgotten first', () => {
  const count = createCountWindows();
  for (const client of ['first', 'second', 'first']) count(client, 60_000);
  for (let other = 0; other < 4_999; other++) count(`other ${other}`, 60_000);
  assert.equal(count('first', 60_000).current, 3);
  assert.equal(count('second', 60_000).current, 1);
});
