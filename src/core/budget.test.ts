import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBudget, timeShareMs } from './budget.ts';
import { startDeadline } from './deadline.ts';

test('a share is a part of the remaining time, with a limit where more time would not help', () => {
  assert.deepEqual([timeShareMs('search', 1000), timeShareMs('read', 1000)], [600, 400]);
  assert.deepEqual([timeShareMs('query', 10_000), timeShareMs('query', 60_000)], [1500, 2500]);
  assert.deepEqual([timeShareMs('wayOut', 2000), timeShareMs('wayOut', 30_000)], [200, 300]);
});

test('the time between two bookings belongs to the later one', () => {
  using deadline = startDeadline(60_000, new AbortController().signal);
  const startedMs = performance.now();
  const budget = startBudget(deadline, 1);
  const hold = (ms: number) => {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs);
  };
  hold(5);
  budget.book('searchMs');
  hold(5);
  budget.book('readMs');
  hold(5);
  budget.book('searchMs');
  const endedMs = performance.now();
  const { searchMs, readMs, ...others } = budget.booked;
  assert.ok(searchMs >= 10 && readMs >= 5, `${searchMs} ${readMs}`);
  assert.ok(searchMs + readMs <= endedMs - startedMs, `${searchMs} ${readMs}`);
  assert.deepEqual(others, { selectMs: 0, writeMs: 0, renderMs: 0 });
  const sinceStartMs = budget.sinceStartMs(endedMs);
  assert.ok(sinceStartMs >= 15 && sinceStartMs <= endedMs - startedMs, String(sinceStartMs));
});
