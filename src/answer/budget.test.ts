import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeShareMs } from './budget.ts';

test('a share is a part of the remaining time, with a limit where more time would not help', () => {
  assert.deepEqual([timeShareMs('search', 1000), timeShareMs('read', 1000)], [600, 400]);
  assert.deepEqual([timeShareMs('condense', 10_000), timeShareMs('condense', 60_000)], [1500, 2500]);
  assert.deepEqual([timeShareMs('wayOut', 2000), timeShareMs('wayOut', 30_000)], [200, 300]);
});
