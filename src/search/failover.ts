import { abortReason, startDeadline } from '../core/deadline.ts';
import { createHedgeBudget } from './hedge-budget.ts';
import { race } from './race.ts';
import type { Search } from './search.ts';
import type { WatchedSlot } from './watched-slot.ts';

/**
 * One search over several slots. In order, the next slot is asked if one failed or found nothing. With
 * `hedge`, the next one is also started in parallel with a slow slot, or replaces one that has become
 * suspended; the first with results wins and the others are cancelled. If a slot found few results, the next
 * may add its own within half a second.
 *
 * An attempt takes at most the slot's time limit and, unless the slot is the last, half of the remaining
 * time. Suspended slots are skipped; `slot-queue.ts` says which of them is asked as a last resort.
 */
export function failover(slots: readonly WatchedSlot[], { hedge }: { readonly hedge: boolean }): Search {
  const purse = hedge ? createHedgeBudget() : null;
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    using budget = startDeadline(budgetMs, signal);
    return await race(slots, purse, query, budget, signal);
  };
}
