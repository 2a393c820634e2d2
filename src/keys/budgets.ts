import { randomUUID } from 'node:crypto';
import { Failure } from '../core/failure.ts';
import type { Allowance } from '../core/run.ts';
import type { AccountEntry, EnterShared } from '../core/service.ts';
import type { Amount } from '../core/usage.ts';
import { type Period, periodIn } from './periods.ts';

/** For how long each kind of budget lasts, and its smallest amount: accounts hold whole numbers. */
const UNITS = {
  tokens: { period: 'day', scale: 1 },
  cost: { period: 'month', scale: 1_000_000 },
} as const;

/** What a key, or a person behind one, may use in a period. */
export type Budget = {
  /** Whose it is; the same on all instances. */
  readonly owner: { readonly key: string; readonly user?: string };
  readonly unit: keyof typeof UNITS;
  readonly limit: number;
};

/** A budget before the work that was just let in; other work in progress counts with what it may take. */
export type BudgetState = {
  readonly unit: Budget['unit'];
  readonly limit: number;
  readonly used: number;
  readonly resetMs: number;
};

/** What the file of keys says of budgets; read anew for each answer. */
type BudgetRules = {
  readonly timeZone: string;
  readonly currency: string;
  readonly refusesAlone: boolean;
};

type BudgetsOptions = {
  rules(): BudgetRules;
  /** Enters into accounts that instances share; null for a single instance. */
  readonly enterShared: EnterShared | null;
  /** What was counted before this instance started; nothing if that is not known. */
  usedBefore?(owner: Budget['owner'], period: string): Amount;
  readonly now?: () => number;
};

/** Accounts of periods that are over are forgotten when there are as many as this. */
const MANY = 1_000;

/**
 * Holds what an answer may take before it begins, and settles with what it used. Work begins while less is used
 * and held than a budget allows, so that the last answer is the only one that can exceed it. Instances count
 * together; while the others cannot be reached, this one counts alone and tells them later, or refuses. What an
 * instance held when it was killed is free again when the answer would have ended.
 */
export function createBudgets({ rules, enterShared, usedBefore, now = Date.now }: BudgetsOptions) {
  const accounts = new Map<string, Account>();
  const periods = new Map<string, Period & { readonly fromMs: number }>();

  function currentPeriod(unit: 'day' | 'month', timeZone: string): Period {
    const nowMs = now();
    const known = periods.get(unit + timeZone);
    if (known !== undefined && nowMs >= known.fromMs && nowMs < known.endsAtMs) return known;
    const period = { ...periodIn(timeZone, unit, nowMs), fromMs: nowMs };
    periods.set(unit + timeZone, period);
    return period;
  }

  function accountOf({ owner, unit }: Budget, period: Period): Account {
    const key = JSON.stringify([owner.key, owner.user, unit, period.name]);
    const known = accounts.get(key);
    if (known !== undefined) return known;
    if (accounts.size >= MANY)
      for (const [other, { endsAtMs }] of accounts) if (endsAtMs < now()) accounts.delete(other);
    const used = (usedBefore?.(owner, period.name)[unit] ?? 0) * UNITS[unit].scale;
    const account = new Account(
      enterShared && ((entry) => enterShared(key, entry)),
      Math.round(used),
      period,
    );
    accounts.set(key, account);
    return account;
  }

  return (budgets: readonly Budget[], onState: (state: BudgetState) => void): Allowance => ({
    async hold(estimate, heldMs) {
      const { timeZone, currency, refusesAlone } = rules();
      const id = randomUUID();
      const entries = budgets.map((budget) => {
        const period = currentPeriod(UNITS[budget.unit].period, timeZone);
        return { budget, period, account: accountOf(budget, period), scale: UNITS[budget.unit].scale };
      });
      const settle = async (used: Amount) => {
        await Promise.all(
          entries.map(({ budget, account, scale }) =>
            account.settle(id, Math.round(used[budget.unit] * scale)),
          ),
        );
      };
      const holds = await Promise.all(
        entries.map(async ({ budget, period, account, scale }) => {
          const limit = budget.limit * scale;
          const { taken, isAlone } = await account.hold(id, {
            amount: estimate[budget.unit] * scale,
            limit,
            heldMs,
          });
          const resetMs = Math.max(0, period.endsAtMs - now());
          return { budget, period, isAlone, resetMs, used: taken / scale, isFull: taken >= limit };
        }),
      );
      const [fullest] = holds.toSorted((one, other) => shareOf(other) - shareOf(one));
      if (fullest !== undefined) onState({ ...fullest.budget, used: fullest.used, resetMs: fullest.resetMs });
      const full = holds.find(({ isFull }) => isFull);
      const isAlone = refusesAlone && holds.some((hold) => hold.isAlone);
      if (full === undefined && !isAlone) return { settle };
      await settle({ tokens: 0, cost: 0 });
      if (full !== undefined) throw usedUp(full.budget, full.resetMs, full.period.ends, currency);
      throw new Failure('overloaded', 'Budgets cannot be counted now. Try again in a moment.', {
        retryAfterMs: ALONE_RETRY_MS,
      });
    },
  });
}

/** When to try again if the shared accounts cannot be reached, in milliseconds. */
const ALONE_RETRY_MS = 5_000;
/** How long a shared account is kept: longer than any period. */
const KEPT_MS = 33 * 86_400_000;

type Enter = (entry: AccountEntry) => ReturnType<EnterShared>;

/**
 * What is used and held of one budget in one period, in whole numbers. If a reply of the store is lost, its
 * entry may count twice: it errs on the side of the budget.
 */
class Account {
  readonly endsAtMs: number;
  readonly #enterShared: Enter | null;
  /** What was used, as the store last said. */
  #told: number;
  /** What was used while the store could not be reached. */
  #untold = 0;
  /** What this instance holds, by the ids of its answers, and whether the store knows of it. */
  readonly #held = new Map<string, { readonly amount: number; readonly isTold: boolean }>();
  /** The holds of which the store has yet to learn that they ended. */
  #ended: readonly string[] = [];

  constructor(enterShared: Enter | null, used: number, { endsAtMs }: Period) {
    this.#enterShared = enterShared;
    this.#told = used;
    this.endsAtMs = endsAtMs;
  }

  /** Holds an amount unless the limit is reached; returns what was used and held before. */
  async hold(
    id: string,
    { amount, limit, heldMs }: { readonly amount: number; readonly limit: number; readonly heldMs: number },
  ): Promise<{ readonly taken: number; readonly isAlone: boolean }> {
    // What was used stays used, so nobody needs to be asked again.
    const used = this.#told + this.#untold;
    if (used >= limit) return { taken: used, isAlone: false };
    const hold = Math.ceil(amount);
    const shared = await this.#enter({ id, hold, heldMs: Math.ceil(heldMs), limit });
    const held = [...this.#held.values()].reduce((sum, each) => sum + each.amount, 0);
    const taken = shared === null ? this.#told + this.#untold + held : shared.used + shared.held;
    // What the store did may be unknown, but never for long.
    if (taken < limit) this.#held.set(id, { amount: hold, isTold: shared !== null });
    return { taken, isAlone: shared === null && this.#enterShared !== null };
  }

  /** Ends a hold, if there is one, and counts what was used instead. */
  async settle(id: string, used: number): Promise<void> {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    if (this.#enterShared === null) this.#told += used;
    else this.#untold += used;
    if (held.isTold) this.#ended = [...this.#ended, id];
    await this.#enter({ id: '', hold: 0, heldMs: 0, limit: 0 });
  }

  /** Makes an entry with all that the store has yet to learn; null if it cannot be reached. */
  async #enter(hold: Pick<AccountEntry, 'id' | 'hold' | 'heldMs' | 'limit'>): ReturnType<EnterShared> {
    if (this.#enterShared === null) return null;
    const [add, ended] = [this.#untold, this.#ended];
    [this.#untold, this.#ended] = [0, []];
    const shared = await this.#enterShared({ ...hold, add, ended, atLeast: this.#told, keptMs: KEPT_MS });
    if (shared === null) {
      this.#untold += add;
      this.#ended = [...this.#ended, ...ended];
    } else this.#told = Math.max(this.#told, shared.used);
    return shared;
  }
}

function shareOf({ used, budget }: { readonly used: number; readonly budget: Budget }): number {
  return used / budget.limit;
}

function usedUp(
  { owner, unit, limit }: Budget,
  retryAfterMs: number,
  ends: string,
  currency: string,
): Failure {
  const amount = limit.toLocaleString('en');
  const budget = unit === 'tokens' ? `${amount} tokens a day` : `${amount} ${currency} a month`;
  return new Failure(
    'budget-exceeded',
    `The budget of this ${owner.user === undefined ? 'key' : 'user'} (${budget}) is used up. It starts anew on ${ends}.`,
    { retryAfterMs },
  );
}
