import { Failure } from '../core/failure.ts';
import type { CountShared } from '../core/service.ts';

/** A budget before the work that was just let in; other work in progress counts with what it may take. */
export type BudgetState = { readonly limit: number; readonly used: number; readonly resetMs: number };

/** What may be spent under a name in a day. */
type DayBudget = {
  readonly name: string;
  readonly limit: number;
  /** Gets the state of the budget, also if the work is refused. */
  onState?(state: BudgetState): void;
};

/** Tokens that are held for work in progress. */
type Held = { settle(used: number): Promise<void> };

/** Longer than the day that is counted. */
const KEPT_MS = 2 * 86_400_000;
const ANY = Number.MAX_SAFE_INTEGER;

/** The tokens of a name in a day: what was used, and what is held for work in progress. */
type Count = { readonly day: string; used: number; unshared: number };

/**
 * Holds tokens for each answer before it begins, and settles with what it used. Work begins while less is
 * used and held than the budget allows, so that the last answer is the only one that can exceed it. Instances
 * count together; while the others cannot be reached, this one counts alone and tells them later. What an
 * instance held when it was killed stays counted for the day.
 */
export function createBudgets(countShared: CountShared | null, now: () => Date = () => new Date()) {
  const counts = new Map<string, Count>();

  function countOf(name: string): Count {
    const day = now().toISOString().slice(0, 10);
    const known = counts.get(name);
    if (known?.day === day) return known;
    const count = { day, used: 0, unshared: 0 };
    counts.set(name, count);
    return count;
  }

  /** The tokens with these, which are counted only up to `max`. */
  async function add(name: string, count: Count, charge: { units: number; max: number }): Promise<number> {
    if (countShared !== null) {
      const key = `budget:${name}:${count.day}`;
      const { unshared } = count;
      count.unshared = 0;
      if (unshared !== 0 && (await countShared(key, KEPT_MS, { units: unshared, max: ANY })) === null)
        count.unshared += unshared;
      const shared = await countShared(key, KEPT_MS, charge);
      if (shared !== null) {
        if (shared.count <= charge.max) count.used = shared.count;
        return shared.count;
      }
    }
    const total = count.used + charge.units;
    if (total > charge.max) return total;
    count.used = total;
    if (countShared !== null) count.unshared += charge.units;
    return total;
  }

  return {
    /** @throws Failure `budget-exceeded` if nothing is left */
    async hold({ name, limit, onState }: DayBudget, tokens: number): Promise<Held> {
      const count = countOf(name);
      const max = limit - 1 + tokens;
      const total = await add(name, count, { units: tokens, max });
      const endsAtMs = Date.parse(count.day) + 86_400_000;
      const resetMs = Math.max(0, endsAtMs - now().getTime());
      onState?.({ limit, used: total - tokens, resetMs });
      if (total > max) throw usedUp(limit, endsAtMs, resetMs);
      return {
        settle: async (used) => void (await add(name, count, { units: Math.round(used) - tokens, max: ANY })),
      };
    },
  };
}

function usedUp(limit: number, endsAtMs: number, retryAfterMs: number): Failure {
  const day = new Date(endsAtMs).toISOString().slice(0, 10);
  return new Failure(
    'budget-exceeded',
    `The budget of this key (${limit.toLocaleString('en')} tokens a day) is used up. It starts anew on ${day} at 00:00 UTC.`,
    { retryAfterMs },
  );
}
