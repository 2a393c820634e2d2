import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountEntry } from '../core/service.ts';
import { type Budget, type BudgetState, createBudgets } from './budgets.ts';

const UTC = { timeZone: 'UTC', currency: 'USD', refusesAlone: false };
const tokens = (limit: number, owner: Budget['owner'] = { key: 'anna' }): Budget => ({
  ...{ owner, unit: 'tokens', limit },
});
const cost = (limit: number): Budget => ({ owner: { key: 'anna' }, unit: 'cost', limit });
const MINUTE_MS = 60_000;

/** Accounts that instances share, as the script in Redis keeps them; they can be lost and emptied. */
function sharedAccounts() {
  const state = { isLost: false, nowMs: 0 };
  const accounts = new Map<
    string,
    { used: number; holds: Map<string, { hold: number; endsAtMs: number }> }
  >();
  const enter = async (name: string, { id, add, ended, hold, heldMs, limit, atLeast }: AccountEntry) => {
    if (state.isLost) return null;
    const account = accounts.get(name) ?? { used: 0, holds: new Map() };
    accounts.set(name, account);
    account.used = Math.max(account.used, atLeast) + add;
    for (const each of ended) account.holds.delete(each);
    for (const [other, { endsAtMs }] of account.holds)
      if (endsAtMs <= state.nowMs) account.holds.delete(other);
    const held = [...account.holds.values()].reduce((sum, each) => sum + each.hold, 0);
    if (hold > 0 && account.used + held < limit)
      account.holds.set(id, { hold, endsAtMs: state.nowMs + heldMs });
    return { used: account.used, held };
  };
  return { state, accounts, enter, used: () => [...accounts.values()].map((account) => account.used) };
}

function open(more: Partial<Parameters<typeof createBudgets>[0]> = {}, seen: BudgetState[] = []) {
  const budgets = createBudgets({ rules: () => UTC, enterShared: null, ...more });
  return (most: number, ...of: readonly Budget[]) =>
    budgets(of, (state) => seen.push(state)).hold({ tokens: most, cost: most }, MINUTE_MS);
}
const using = (amount: number) => ({ tokens: amount, cost: amount });

test('work begins while less is held and used than the budget allows, and settles with what it used', async () => {
  const seen: BudgetState[] = [];
  const hold = open({}, seen);
  const first = await hold(60, tokens(100));
  const second = await hold(60, tokens(100));
  await assert.rejects(hold(1, tokens(100)), {
    code: 'budget-exceeded',
    message: /^The budget of this key \(100 tokens a day\) is used up/,
  });
  await hold(60, tokens(100, { key: 'ben' }));
  await first.settle(using(10));
  await first.settle(using(10));
  await second.settle(using(0));
  const third = await hold(60, tokens(100));
  await third.settle(using(90));
  await assert.rejects(hold(60, tokens(100)), { code: 'budget-exceeded' });
  assert.deepEqual(
    seen.map(({ used }) => used),
    [0, 60, 120, 0, 10, 100],
  );
});

test('what one budget refuses, the others do not hold, and the reply tells of the fullest', async () => {
  const seen: BudgetState[] = [];
  const hold = open({}, seen);
  await (await hold(1.25, cost(2), tokens(100))).settle({ tokens: 40, cost: 1.25 });
  assert.deepEqual([seen[0]?.unit, seen[0]?.used], ['cost', 0]);
  await (await hold(1, cost(2), tokens(100))).settle({ tokens: 40, cost: 0.000_001 });
  assert.deepEqual([seen[1]?.unit, seen[1]?.used], ['cost', 1.25]);
  await (await hold(1, cost(2), tokens(100))).settle({ tokens: 40, cost: 0.1 });
  assert.deepEqual([seen[2]?.unit, seen[2]?.used], ['tokens', 80]);
  for (let time = 0; time < 3; time++)
    await assert.rejects(hold(1, cost(2), tokens(100)), { message: /\(100 tokens a day\)/ });
  await (await hold(0.5, cost(2))).settle(using(0.7));
  await assert.rejects(hold(1, cost(2)), { message: /\(2 USD a month\)/ });
});

test('days and months begin where the operator says, also when clocks are changed', async () => {
  const cases: readonly (readonly [
    zone: string,
    budget: Budget,
    before: string,
    words: RegExp,
    ms: number,
  ])[] = [
    ['UTC', tokens(1), '2026-12-31T23:59:00Z', /on 2027-01-01 at 00:00 UTC\.$/, 60_000],
    ['Asia/Tokyo', cost(1), '2026-11-30T14:59:00Z', /on 2026-12-01 at 00:00 Asia\/Tokyo\.$/, 60_000],
    // The days on which clocks are set forward and back have 23 and 25 hours.
    ['Europe/Berlin', tokens(1), '2026-03-28T23:00:00Z', /on 2026-03-30 at 00:00/, 23 * 3_600_000],
    ['Europe/Berlin', tokens(1), '2026-10-24T22:00:00Z', /on 2026-10-26 at 00:00/, 25 * 3_600_000],
    [
      'America/Los_Angeles',
      cost(1),
      '2026-11-01T07:00:00Z',
      /on 2026-12-01 at 00:00/,
      30 * 86_400_000 + 3_600_000,
    ],
    // In Cairo, clocks are set forward at midnight: that day begins at one o'clock.
    ['Africa/Cairo', tokens(1), '2026-04-23T21:59:00Z', /on 2026-04-24 at 01:00/, 60_000],
  ];
  for (const [timeZone, budget, before, words, ms] of cases) {
    let nowMs = Date.parse(before);
    const hold = open({ rules: () => ({ ...UTC, timeZone }), now: () => nowMs });
    const late = await hold(1, budget);
    await assert.rejects(hold(1, budget), { message: words, retryAfterMs: ms }, timeZone);
    nowMs += ms - 1;
    await assert.rejects(hold(1, budget), { code: 'budget-exceeded' }, timeZone);
    nowMs += 1;
    const early = await hold(1, budget);
    // What was held before is not counted for the new period, and a clock that is set back finds its own.
    await late.settle(using(1));
    await assert.rejects(hold(1, budget), { code: 'budget-exceeded' }, timeZone);
    await early.settle(using(0));
    nowMs -= 1;
    await assert.rejects(hold(1, budget), { code: 'budget-exceeded' }, timeZone);
    nowMs += 1;
    await hold(1, budget);
  }
});

test('instances count together; without the others, one counts alone and tells them later', async () => {
  const { enter, state, used } = sharedAccounts();
  const [one, other] = [open({ enterShared: enter }), open({ enterShared: enter })];
  const held = await one(50, tokens(100));
  await (await other(50, tokens(100))).settle(using(40));
  state.isLost = true;
  await held.settle(using(20));
  await (await one(50, tokens(100))).settle(using(30));
  await assert.rejects(one(10, tokens(50)), { code: 'budget-exceeded' });
  state.isLost = false;
  await (await one(50, tokens(100))).settle(using(5));
  assert.deepEqual(used(), [40 + 20 + 30 + 5]);
  await (await other(50, tokens(100))).settle(using(5));
  await assert.rejects(one(50, tokens(100)), { code: 'budget-exceeded' });
});

test('an instance that may not count alone refuses while the others cannot be reached', async () => {
  const { enter, state, accounts } = sharedAccounts();
  const hold = open({ enterShared: enter, rules: () => ({ ...UTC, refusesAlone: true }) });
  await (await hold(50, tokens(100))).settle(using(5));
  state.isLost = true;
  await assert.rejects(hold(50, tokens(100)), { code: 'overloaded', retryAfterMs: 5000 });
  state.isLost = false;
  await (await hold(50, tokens(100))).settle(using(5));
  assert.deepEqual(
    [...accounts.values()].map(({ used, holds }) => [used, holds.size]),
    [[10, 0]],
  );
});

test('what a killed instance held is free again, and a store that was emptied learns what was used', async () => {
  const { enter, state, accounts, used } = sharedAccounts();
  const [killed, left] = [open({ enterShared: enter }), open({ enterShared: enter })];
  await (await left(90, tokens(100))).settle(using(40));
  await killed(90, tokens(100));
  await assert.rejects(left(90, tokens(100)), { code: 'budget-exceeded' });
  state.nowMs += MINUTE_MS;
  await (await left(90, tokens(100))).settle(using(10));
  accounts.clear();
  await (await left(90, tokens(100))).settle(using(1));
  assert.deepEqual(used(), [51]);
});

test('after a restart, what was counted before is used', async () => {
  const asked: unknown[] = [];
  const usedBefore = (owner: Budget['owner'], period: string) => {
    asked.push([owner, period.length]);
    return { tokens: 99, cost: 0.5 };
  };
  const hold = open({ usedBefore });
  await (await hold(1, tokens(100), cost(1))).settle({ tokens: 1, cost: 0.4 });
  await assert.rejects(hold(1, tokens(100)), { code: 'budget-exceeded' });
  await (await hold(1, cost(1))).settle(using(0.1));
  await assert.rejects(hold(1, cost(1)), { code: 'budget-exceeded' });
  const owner = { key: 'anna' };
  assert.deepEqual(asked, [
    [owner, 10],
    [owner, 7],
  ]);
});

test('64 callers, three instances and a store that comes and goes never lose what was used', async () => {
  const { enter, state, used } = sharedAccounts();
  const limit = 5_000;
  const instances = Array.from({ length: 3 }, () => open({ enterShared: enter }));
  let spent = 0;
  let outages = 0;
  const most = 100;
  // Not random, so that a failure can be repeated.
  const amount = (caller: number, time: number) => 1 + ((caller * 7919 + time * 104_729) % most);
  const turn = () => new Promise(setImmediate);
  await Promise.all(
    Array.from({ length: 64 }, async (_, caller) => {
      for (let time = 0; time < 24; time++) {
        const held = await instances[caller % 3]?.(most, tokens(limit)).catch(() => null);
        await turn();
        if (caller === 0 && time % 5 === 0) {
          state.isLost = !state.isLost;
          outages++;
        }
        if (held == null) continue;
        spent += amount(caller, time);
        await held.settle(using(amount(caller, time)));
      }
    }),
  );
  state.isLost = false;
  for (const hold of instances) await hold(1, tokens(2 * spent)).then((held) => held.settle(using(0)));
  assert.ok(outages > 1);
  assert.deepEqual(used(), [spent]);
  assert.ok(spent >= limit && spent < 3 * (limit + most), String(spent));
});
