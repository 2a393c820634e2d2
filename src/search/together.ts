import { abortReason, startDeadline } from '../core/deadline.ts';
import type { Hit } from '../core/terms.ts';
import { askSlot, type SlotResult } from './ask-slot.ts';
import type { Search } from './search.ts';
import { listsOf, mergeHits, reportOf } from './search-report.ts';
import type { TrackedSlot } from './tracked-slot.ts';

/**
 * One search that asks all slots in parallel and takes their hits in turn: the first of each, then the second
 * of each. For collections with different content, where results of one do not mean that another has none.
 * Takes as long as the slowest slot.
 */
export function together(slots: readonly TrackedSlot[]): Search {
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    using budget = startDeadline(budgetMs, signal);
    const leftMs = budget.remainingMs();
    const asked = await Promise.all(
      slots.map(
        (slot) => askSlot(slot, query, { timeoutMs: Math.min(slot.timeoutMs, leftMs), signal }).ended,
      ),
    );
    const report = reportOf(slots, asked, query.limit);
    const hits = mergeHits([inTurn(asked)], query.limit);
    return hits.length === 0 ? report : { ...report, outcome: { status: 'ok', hits } };
  };
}

function inTurn(asked: readonly SlotResult[]): Hit[] {
  const lists = listsOf(asked);
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }).flatMap((_, at) => lists.flatMap((list) => list[at] ?? []));
}
