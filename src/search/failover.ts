import { abortReason, startDeadline } from '../core/deadline.ts';
import { createHedgeBudget } from './hedge-budget.ts';
import { Race } from './race.ts';
import type { Search } from './search.ts';
import type { TrackedSlot } from './tracked-slot.ts';

/**
 * One search over several slots. The slots are queried one after another: if one fails or finds nothing, the
 * next is queried. With `hedge`, the next slot is also started in parallel with a slow one, or replaces a
 * slot that has become suspended. The first slot with results wins, and the others are cancelled. If a slot
 * found few results, the next one may add its own within half a second.
 *
 * An attempt takes at most the slot's time limit and, unless the slot is the last, half of the remaining
 * time. Suspended slots are skipped; `lastResortSlot` chooses the one that is queried as a last resort.
 */
export function failover(slots: readonly TrackedSlot[], { hedge, searchOrder }: FailoverOptions): Search {
  const hedgeBudget = hedge ? createHedgeBudget() : null;
  const orders = searchOrder === 'turns' ? [slots, withFirstTwoSwapped(slots)] : [slots];
  let searches = 0;
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    const order = orders[searches++ % orders.length] ?? slots;
    using budget = startDeadline(budgetMs, signal);
    return await new Race({ slots: order, hedgeBudget, query, budget, signal }).run();
  };
}

/** How the slots of a search are chosen. */
export type FailoverOptions = {
  /** Whether a slot may be queried in parallel with another. */
  readonly hedge: boolean;
  /** `turns` if every other search begins with the second slot; by default, all begin with the first. */
  readonly searchOrder?: 'fixed' | 'turns';
};

/** The slots with the first two of the web in each other's place: documents have no rank to share. */
function withFirstTwoSwapped(slots: readonly TrackedSlot[]): readonly TrackedSlot[] {
  const [first, second] = slots.filter(({ documents }) => documents === undefined);
  if (first === undefined || second === undefined) return slots;
  return slots.map((slot) => (slot === first ? second : slot === second ? first : slot));
}
