import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unnamedCaller } from '../core/run.ts';
import { createPermits } from './fair-queue.ts';

const caller = unnamedCaller();
const forever = new AbortController().signal;

/** The value of the promise, or `waiting` if it is not settled yet. */
function settled<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  return Promise.race([promise, new Promise<'waiting'>((resolve) => setImmediate(() => resolve('waiting')))]);
}

test('admits a fixed number per key, and the next in line for each that is released', async () => {
  const { take: takePermit } = createPermits({ width: 2 });
  const [first] = await Promise.all([takePermit('a', caller, forever), takePermit('a', caller, forever)]);
  const third = takePermit('a', caller, forever);
  const fourth = takePermit('a', caller, forever);
  assert.equal(await settled(third), 'waiting');
  assert.notEqual(await settled(takePermit('b', caller, forever)), 'waiting');
  first();
  assert.notEqual(await settled(third), 'waiting');
  assert.equal(await settled(fourth), 'waiting');
});

test('passes on a permit that is granted in the moment its caller leaves', async () => {
  const { take: takePermit } = createPermits({ width: 1 });
  const giveBack = await takePermit('a', caller, forever);
  const leaver = new AbortController();
  const left = assert.rejects(takePermit('a', caller, leaver.signal));
  const next = takePermit('a', caller, forever);
  giveBack();
  leaver.abort();
  await left;
  const giveBackNext = await settled(next);
  assert.ok(giveBackNext !== 'waiting');
  giveBackNext();
  assert.notEqual(await settled(takePermit('a', caller, forever)), 'waiting');
});

test('a caller who left the queue takes no permit from those behind', async () => {
  const { take: takePermit } = createPermits({ width: 1 });
  const giveBack = await takePermit('a', caller, forever);
  const leaver = new AbortController();
  const left = assert.rejects(takePermit('a', caller, leaver.signal));
  const next = takePermit('a', caller, forever);
  const last = takePermit('a', caller, forever);
  leaver.abort();
  await left;
  giveBack();
  const giveBackNext = await settled(next);
  assert.ok(giveBackNext !== 'waiting');
  assert.equal(await settled(last), 'waiting');
  giveBackNext();
  assert.notEqual(await settled(last), 'waiting');
});

test('permits that are all given back leave nothing behind', async () => {
  const { take: takePermit } = createPermits({ width: 1 });
  for (let time = 0; time < 3; time++) {
    const giveBack = await takePermit('a', caller, forever);
    const next = takePermit('a', caller, forever);
    assert.equal(await settled(next), 'waiting');
    giveBack();
    (await next)();
  }
});
