import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPageClock, tellBegun } from './page-clock.ts';

test('a page that waits for a thread is not overdue; one that is read for too long is, once', async () => {
  let overdue = 0;
  const waiting = startPageClock({ startMs: 60_000, maxMs: () => 5 }, () => overdue++);
  await sleep(40);
  assert.equal(overdue, 0);
  tellBegun(waiting.begun);
  while (overdue === 0) await sleep(1);
  await sleep(20);
  assert.equal(overdue, 1);
});

test('a page that is read in time is no longer watched', async () => {
  let overdue = 0;
  const clock = startPageClock({ startMs: 60_000, maxMs: () => 5 }, () => overdue++);
  tellBegun(clock.begun);
  clock.stop();
  await sleep(30);
  assert.equal(overdue, 0);
});

test('a page becomes overdue when its limit is shortened', async () => {
  let maxMs = 60_000;
  const overdue = Promise.withResolvers<void>();
  const clock = startPageClock({ startMs: 60_000, maxMs: () => maxMs }, overdue.resolve);
  tellBegun(clock.begun);
  maxMs = 1;
  await overdue.promise;
  clock.stop();
});

test('a page whose thread never begins is overdue after the start limit', async () => {
  const overdue = Promise.withResolvers<void>();
  const clock = startPageClock({ startMs: 5, maxMs: () => 60_000 }, overdue.resolve);
  await overdue.promise;
  clock.stop();
});
