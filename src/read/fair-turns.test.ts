import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairTurns } from './fair-turns.ts';

const answer = () => new AbortController();

test('serves the answer with the fewest turns first, and each answer in order of arrival', async () => {
  const turns = createFairTurns(1);
  const [slow, one, other] = [answer(), answer(), answer()];
  const giveBack = await turns.take(slow.signal);
  const served: string[] = [];
  const want = async (name: string, { signal }: AbortController) => {
    const done = await turns.take(signal);
    served.push(name);
    done();
  };
  const all = [
    want('slow 2', slow),
    want('slow 3', slow),
    want('slow 4', slow),
    want('one 1', one),
    want('other 1', other),
    want('one 2', one),
  ];
  assert.ok(turns.othersWait(slow.signal));
  giveBack();
  await Promise.all(all);
  assert.deepEqual(served, ['one 1', 'other 1', 'slow 2', 'one 2', 'slow 3', 'slow 4']);
  assert.ok(!turns.othersWait(slow.signal));
});

test('never allows more turns than its width, and all of them again afterwards', async () => {
  const turns = createFairTurns(2);
  const { signal } = answer();
  const held = [await turns.take(signal), await turns.take(signal)];
  let third = false;
  const waiting = turns.take(signal).then((giveBack) => {
    third = true;
    return giveBack;
  });
  await Promise.resolve();
  assert.equal(third, false);
  held[0]?.();
  (await waiting)();
  held[1]?.();
  await Promise.all([turns.take(signal), turns.take(signal)]);
});

test('a caller that aborts while waiting blocks nobody, even at the moment of its turn', async () => {
  const turns = createFairTurns(1);
  const [leaver, stayer] = [answer(), answer()];
  const giveBack = await turns.take(stayer.signal);
  const left = assert.rejects(turns.take(leaver.signal));
  const leftLate = assert.rejects(turns.take(leaver.signal));
  const next = turns.take(stayer.signal);
  giveBack();
  leaver.abort();
  await Promise.all([left, leftLate]);
  (await next)();
  await turns.take(stayer.signal);
});

test('the pages of one answer do not count as others waiting', async () => {
  const turns = createFairTurns(1);
  const { signal } = answer();
  const giveBack = await turns.take(signal);
  const next = turns.take(signal);
  assert.ok(!turns.othersWait(signal));
  giveBack();
  (await next)();
});
