import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteBudget } from './byte-budget.ts';

test('a budget gives what is left, all or nothing, and takes back what is returned', () => {
  const budget = createByteBudget(10);
  assert.equal(budget.take(11), false);
  assert.equal(budget.take(6), true);
  assert.equal(budget.take(5), false);
  assert.equal(budget.take(4), true);
  assert.equal(budget.take(1), false);
  budget.giveBack(6);
  assert.equal(budget.take(7), false);
  assert.equal(budget.take(6), true);
});
