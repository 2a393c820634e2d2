import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { attributeTo, hadContention } from '../core/requester.ts';
import { createFairQueue } from './fair-queue.ts';

const answer = () => new AbortController();

test('serves the answer with the fewest turns first, and each answer in order of arrival', async () => {
  const turns = createFairQueue({ width: 1 });
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
  const turns = createFairQueue({ width: 2 });
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
  const turns = createFairQueue({ width: 1 });
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
  const turns = createFairQueue({ width: 1 });
  const { signal } = answer();
  const giveBack = await turns.take(signal);
  const next = turns.take(signal);
  assert.ok(!turns.othersWait(signal));
  giveBack();
  (await next)();
});

/** A signal of a request of this caller. */
function requestOf(caller: string): AbortController {
  const controller = new AbortController();
  attributeTo({ caller, request: controller }, controller.signal);
  return controller;
}

test('a caller with many requests delays another caller by one turn', async () => {
  const turns = createFairQueue({ width: 1 });
  const giveBack = await turns.take(requestOf('busy').signal);
  const served: string[] = [];
  const want = async (caller: string) => {
    const done = await turns.take(requestOf(caller).signal);
    served.push(caller);
    done();
  };
  const all = ['busy', 'busy', 'busy', 'other', 'third', 'other'].map(want);
  assert.equal(turns.aheadOf(requestOf('fourth').signal), 3);
  giveBack();
  await Promise.all(all);
  assert.deepEqual(served, ['busy', 'other', 'third', 'busy', 'other', 'busy']);
});

test('no caller has more turns than one may have, so another gets its turn at once', async () => {
  const turns = createFairQueue({ width: 3, maxPerCaller: 2 });
  const busy = requestOf('busy').signal;
  const [first] = [await turns.take(busy), await turns.take(busy)];
  const third = turns.take(busy);
  assert.deepEqual([turns.running, turns.waiting, turns.isFreeFor(busy)], [2, 1, false]);
  (await turns.take(requestOf('other').signal))();
  assert.equal(turns.waiting, 1);
  first?.();
  await third;
});

test('only a request that leaves the line because of others had contention', async () => {
  const turns = createFairQueue({ width: 1 });
  for (const [holder, isContended] of [
    ['other', true],
    ['own', false],
  ] as const) {
    const leaver = requestOf('own');
    const giveBack = await turns.take(holder === 'own' ? leaver.signal : requestOf(holder).signal);
    const waiting = assert.rejects(turns.take(leaver.signal));
    leaver.abort();
    assert.equal(hadContention(leaver.signal), isContended);
    await waiting;
    giveBack();
  }
});

/** What a random caller does: asks for a turn, ends the turn it had first, or leaves the line. */
const step = fc.record({
  caller: fc.constantFrom('a', 'b', 'c', 'd'),
  action: fc.constantFrom('take', 'take', 'end', 'leave'),
});

test('whatever callers do, the limits hold, turns are shared evenly, and nobody waits in vain', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, width, maxPerCaller) => {
        const turns = createFairQueue({ width, maxPerCaller });
        const has: { readonly caller: string; end(): void }[] = [];
        const waits = new Set<{ readonly caller: string; leave(): void }>();
        const turnsOf = (caller: string) => has.filter((one) => one.caller === caller).length;
        for (const { caller, action } of steps) {
          if (action === 'take') {
            const controller = requestOf(caller);
            const waiter = { caller, leave: () => controller.abort() };
            waits.add(waiter);
            turns
              .take(controller.signal)
              .then((end) => has.push({ caller, end }))
              .catch(() => undefined)
              .finally(() => waits.delete(waiter));
          } else if (action === 'end') {
            const at = has.findIndex((one) => one.caller === caller);
            has.splice(at, at < 0 ? 0 : 1)[0]?.end();
          } else [...waits].find((one) => one.caller === caller)?.leave();
          await new Promise((resolve) => setImmediate(resolve));
          const counts = ['a', 'b', 'c', 'd'].map(turnsOf);
          assert.ok(has.length <= width && Math.max(...counts) <= maxPerCaller);
          assert.deepEqual([turns.running, turns.waiting], [has.length, waits.size]);
          for (const waiter of waits)
            assert.ok(has.length === width || turnsOf(waiter.caller) === maxPerCaller, 'a turn is unused');
        }
        while (has.length > 0) {
          has.shift()?.end();
          await new Promise((resolve) => setImmediate(resolve));
        }
        assert.deepEqual([waits.size, turns.running, turns.waiting], [0, 0, 0]);
      },
    ),
    { numRuns: 60 },
  );
});
