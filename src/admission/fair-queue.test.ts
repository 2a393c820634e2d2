import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { type Caller, unnamedCaller } from '../core/run.ts';
import { FairQueue } from './fair-queue.ts';

/** A request that can leave. */
class Asking extends AbortController {
  readonly caller: Caller;

  constructor(caller = unnamedCaller()) {
    super();
    this.caller = caller;
  }
}

const answer = () => new Asking();
/** A request of this caller. */
const requestOf = (name: string) => new Asking({ name });
const takeFor = (turns: FairQueue, { caller, signal }: Asking) => turns.take(caller, signal);

test('serves the answer with the fewest turns first, and each answer in order of arrival', async () => {
  const turns = new FairQueue({ width: 1 });
  const [slow, one, other] = [answer(), answer(), answer()];
  const giveBack = await turns.take(slow.caller, slow.signal);
  const served: string[] = [];
  const want = async (name: string, { caller, signal }: Asking) => {
    const done = await turns.take(caller, signal);
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
  assert.ok(turns.othersWait(slow.caller));
  giveBack();
  await Promise.all(all);
  assert.deepEqual(served, ['one 1', 'other 1', 'slow 2', 'one 2', 'slow 3', 'slow 4']);
  assert.ok(!turns.othersWait(slow.caller));
});

test('never allows more turns than its width, and all of them again afterwards', async () => {
  const turns = new FairQueue({ width: 2 });
  const { caller, signal } = answer();
  const held = [await turns.take(caller, signal), await turns.take(caller, signal)];
  let third = false;
  const waiting = turns.take(caller, signal).then((giveBack) => {
    third = true;
    return giveBack;
  });
  await Promise.resolve();
  assert.equal(third, false);
  held[0]?.();
  (await waiting)();
  held[1]?.();
  await Promise.all([turns.take(caller, signal), turns.take(caller, signal)]);
});

test('a caller that aborts while waiting blocks nobody, even at the moment of its turn', async () => {
  const turns = new FairQueue({ width: 1 });
  const [leaver, stayer] = [answer(), answer()];
  const giveBack = await turns.take(stayer.caller, stayer.signal);
  const left = assert.rejects(turns.take(leaver.caller, leaver.signal));
  const leftLate = assert.rejects(turns.take(leaver.caller, leaver.signal));
  const next = turns.take(stayer.caller, stayer.signal);
  giveBack();
  leaver.abort();
  await Promise.all([left, leftLate]);
  (await next)();
  await turns.take(stayer.caller, stayer.signal);
});

test('the pages of one answer do not count as others waiting', async () => {
  const turns = new FairQueue({ width: 1 });
  const { caller, signal } = answer();
  const giveBack = await turns.take(caller, signal);
  const next = turns.take(caller, signal);
  assert.ok(!turns.othersWait(caller));
  giveBack();
  (await next)();
});

test('a caller with many requests delays another caller by one turn', async () => {
  const turns = new FairQueue({ width: 1 });
  const giveBack = await takeFor(turns, requestOf('busy'));
  const served: string[] = [];
  const want = async (caller: string) => {
    const done = await takeFor(turns, requestOf(caller));
    served.push(caller);
    done();
  };
  const all = ['busy', 'busy', 'busy', 'other', 'third', 'other'].map(want);
  assert.equal(turns.aheadOf({ name: 'fourth' }), 3);
  giveBack();
  await Promise.all(all);
  assert.deepEqual(served, ['busy', 'other', 'third', 'busy', 'other', 'busy']);
});

test('no caller has more turns than one may have, so another gets its turn at once', async () => {
  const turns = new FairQueue({ width: 3, maxPerCaller: 2 });
  const busy = requestOf('busy');
  const [first] = [await takeFor(turns, busy), await takeFor(turns, busy)];
  const third = takeFor(turns, busy);
  assert.deepEqual([turns.running, turns.waiting, turns.isFreeFor(busy.caller)], [2, 1, false]);
  (await takeFor(turns, requestOf('other')))();
  assert.equal(turns.waiting, 1);
  first?.();
  await third;
});

test('only a request that leaves the line because of others had contention', async () => {
  const turns = new FairQueue({ width: 1 });
  for (const [holder, isContended] of [
    ['other', true],
    ['own', false],
  ] as const) {
    const leaver = requestOf('own');
    const giveBack = await takeFor(turns, holder === 'own' ? leaver : requestOf(holder));
    const waiting = assert.rejects(turns.take(leaver.caller, leaver.signal));
    leaver.abort();
    assert.equal(leaver.caller.isCrowdedOut ?? false, isContended);
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
        const turns = new FairQueue({ width, maxPerCaller });
        const has: { readonly caller: string; end(): void }[] = [];
        const waits = new Set<{ readonly caller: string; leave(): void }>();
        const turnsOf = (caller: string) => has.filter((one) => one.caller === caller).length;
        for (const { caller, action } of steps) {
          if (action === 'take') {
            const controller = requestOf(caller);
            const waiter = { caller, leave: () => controller.abort() };
            waits.add(waiter);
            takeFor(turns, controller)

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
