import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

const forever = new AbortController().signal;

/** The value if it is settled by now. */
function settled<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  return Promise.race([promise, new Promise<'waiting'>((resolve) => setImmediate(() => resolve('waiting')))]);
}

test('admits a fixed number per key, and the next in line for each that is released', async () => {
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

test('passes on a turn that is granted in the moment its caller leaves', async () => {
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

test('one who left the line takes no turn from those behind', async () => {
  const takeTurn = createTurns(1);
  const giveBack = await takeTurn('a', forever);
  const leaver = new AbortController();
  const left = assert.rejects(takeTurn('a', leaver.signal));
  const next = takeTurn('a', forever);
  const last = takeTurn('a', forever);
  leaver.abort();
  await left;
  giveBack();
  const giveBackNext = await settled(next);
  assert.ok(giveBackNext !== 'waiting');
  assert.equal(await settled(last), 'waiting');
  giveBackNext();
  assert.notEqual(await settled(last), 'waiting');
});

test('turns that are all given back leave nothing behind', async () => {
  const takeTurn = createTurns(1);
  for (let time = 0; time < 3; time++) {
    const giveBack = await takeTurn('a', forever);
    const next = takeTurn('a', forever);
    assert.equal(await settled(next), 'waiting');
    giveBack();
    (await next)();
  }
});
