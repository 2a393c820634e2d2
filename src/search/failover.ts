import { abortReason, startDeadline } from '../core/deadline.ts';
import { createHedgeBudget } from './hedge-budget.ts';
import { race } from './race.ts';
import type { Search } from './search.ts';
import type { WatchedSlot } from './watched-slot.ts';

/**
 * One search over several back-ends: in order, the next one when a slot failed or found nothing. With `hedge` the next
 * one also starts beside a slot that is slow, or in its place once it is slow for other questions, too; the first with
 * results wins and the others end at once. Where it found few the next may add what it finds within half a second. A slot
 * takes at most its own time and, unless it is the last, half of what is left. Slots whose breaker is open are skipped;
 * when all are, the one that failed least recently is asked all the same.
 */
export function failover(slots: readonly WatchedSlot[], { hedge }: { readonly hedge: boolean }): Search {
  const purse = hedge ? createHedgeBudget() : null;
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    using budget = startDeadline(budgetMs, signal);
    return await race(slots, purse, query, budget, signal);
  };
}
