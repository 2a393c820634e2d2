import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import type { Caller } from '../core/run.ts';
import { createByteBudget } from './byte-budget.ts';

test('a caller alone gets three quarters, all or nothing, and again what it returns', () => {
  const budget = createByteBudget(100);
  const [one, other] = [{ name: 'a' }, { name: 'a' }];
  assert.equal(budget.take(61, one), false, 'a request leaves as much for the other requests of its caller');
  assert.equal(budget.take(60, one), true);
  assert.equal(budget.take(1, one), false);
  assert.equal(budget.take(12, other), true);
  budget.giveBack(60, one);
  assert.equal(budget.take(50, one), true);
});

test('callers who take all they can leave something for the next, and never exceed the budget', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(3), fc.integer({ min: 1, max: 100 })), {
        maxLength: 300,
      }),
      (wishes) => {
        const maxBytes = 10_000;
        const budget = createByteBudget(maxBytes);
        const requests = new Map<string, Caller>();
        const taken: (() => void)[] = [];
        let held = 0;
        for (const [caller, at, bytes] of wishes) {
          const requester = requests.get(caller + at) ?? { name: caller };
          requests.set(caller + at, requester);
          if (!budget.take(bytes, requester)) continue;
          held += bytes;
          taken.push(() => budget.giveBack(bytes, requester));
        }
        assert.ok(held <= maxBytes);
        // Four callers leave at least a thirteenth, of which a fifth of three quarters is for one request.
        const newcomer = { name: 'new' };
        assert.equal(budget.take(100, newcomer), true);
        budget.giveBack(100, newcomer);
        for (const giveBack of taken) giveBack();
        assert.equal(budget.take(6_000, newcomer), true, 'all was given back');
      },
    ),
  );
});
