import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountShared } from '../core/service.ts';
import { createBudgets } from './budgets.ts';

const anna = { name: 'anna', limit: 100 };

/** Counts that several instances share, and that can be lost. */
function sharedCounts() {
  const counts = new Map<string, number>();
  const state = { isLost: false };
  const count: CountShared = async (key, _windowMs, { units, max }) => {
    if (state.isLost) return null;
    const sum = (counts.get(key) ?? 0) + units;
    if (sum <= max) counts.set(key, sum);
    return { count: sum, leftMs: 1 };
  };
  return { counts, count, state };
}

test('work begins while less is held and used than the budget allows, and settles with what it used', async () => {
  const { hold } = createBudgets(null);
  const first = await hold(anna, 60);
  const second = await hold(anna, 60);
  await assert.rejects(hold(anna, 1), {
    code: 'budget-exceeded',
    message: /\(100 tokens a day\) is used up/,
  });
  await hold({ name: 'ben', limit: 100 }, 60);
  await first.settle(10);
  await second.settle(0);
  const seen: number[] = [];
  const onState = ({ used }: { readonly used: number }) => seen.push(used);
  const third = await hold({ ...anna, onState }, 60);
  await third.settle(90);
  await assert.rejects(hold({ ...anna, onState }, 60), { code: 'budget-exceeded' });
  assert.deepEqual(seen, [10, 100]);
});

test('a budget starts anew at midnight in UTC, and what was held before is not counted for the new day', async () => {
  let now = new Date('2026-12-31T23:59:00Z');
  const { hold } = createBudgets(null, () => now);
  const late = await hold(anna, 100);
  await assert.rejects(hold(anna, 1), { retryAfterMs: 60_000, message: /anew on 2027-01-01 at 00:00 UTC/ });
  now = new Date('2027-01-01T00:00:00Z');
  const early = await hold(anna, 100);
  await late.settle(0);
  await assert.rejects(hold(anna, 1), { code: 'budget-exceeded' });
  await early.settle(0);
  await hold(anna, 1);
});

test('instances count together; without the others, one counts alone and tells them later', async () => {
  const { count, state, counts } = sharedCounts();
  const [one, other] = [createBudgets(count), createBudgets(count)];
  const held = await one.hold(anna, 50);
  await (await other.hold(anna, 50)).settle(40);
  state.isLost = true;
  await held.settle(20);
  await (await one.hold(anna, 50)).settle(30);
  await assert.rejects(one.hold({ ...anna, limit: 50 }, 10), { code: 'budget-exceeded' });
  state.isLost = false;
  await (await one.hold(anna, 50)).settle(5);
  assert.deepEqual([...counts.values()], [40 + 20 + 30 + 5]);
  await (await other.hold(anna, 50)).settle(5);
  await assert.rejects(one.hold(anna, 50), { code: 'budget-exceeded' });
});
