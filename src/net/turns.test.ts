import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

const forever = new AbortController().signal;

/** What has come by now. */
function settled<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  return Promise.race([promise, new Promise<'waiting'>((resolve) => setImmediate(() => resolve('waiting')))]);
}

test('lets so many of a key through and the next as one gives back, in order', async () => {
  const takeTurn = createTurns(2);
  const [first] = await Promise.all([takeTurn('a', forever), takeTurn('a', forever)]);
  const third = takeTurn('a', forever);
  const fourth = takeTurn('a', forever);
  assert.equal(await settled(third), 'waiting');
  assert.notEqual(await settled(takeTurn('b', forever)), 'waiting');
  first();
  assert.notEqual(await settled(third), 'waiting');
  assert.equal(await settled(fourth), 'waiting');
});

test('passes a turn on that comes in the moment its taker leaves', async () => {
  const takeTurn = createTurns(1);
  const giveBack = await takeTurn('a', forever);
  const leaver = new AbortController();
  const left = assert.rejects(takeTurn('a', leaver.signal));
  const next = takeTurn('a', forever);
  giveBack();
  leaver.abort();
  await left;
  const giveBackNext = await settled(next);
  assert.ok(giveBackNext !== 'waiting');
  giveBackNext();
  assert.notEqual(await settled(takeTurn('a', forever)), 'waiting');
});
