import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHedgeBudget } from './hedge-budget.ts';

test('allows a tenth of the calls and the initial savings, however many are wanted', () => {
  const budget = createHedgeBudget();
  let extra = 0;
  for (let call = 0; call < 1000; call++) {
    budget.earn();
    if (budget.spend()) extra++;
  }
  assert.ok(extra >= 100 && extra <= 110, String(extra));
});

test('saves up no more than it starts with', () => {
  const budget = createHedgeBudget();
  for (let call = 0; call < 1000; call++) budget.earn();
  let extra = 0;
  while (budget.spend()) extra++;
  assert.equal(extra, 10);
});

test('reserves half of the savings for slow slots', () => {
  const budget = createHedgeBudget();
  let spare = 0;
  while (budget.spendSpare()) spare++;
  let extra = 0;
  while (budget.spend()) extra++;
  assert.deepEqual([spare, extra], [5, 5]);
});
