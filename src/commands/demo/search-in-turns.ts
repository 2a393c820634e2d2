import { abortReason, startDeadline } from '../../core/deadline.ts';
import { inTurns } from '../../core/ranking.ts';
import { mergeHits } from '../../search/merge-hits.ts';
import { RunningAttempt } from '../../search/running-attempt.ts';
import type { Search } from '../../search/search.ts';
import { listsOf, reportOf } from '../../search/search-report.ts';
import type { TrackedSlot } from '../../search/tracked-slot.ts';

/**
 * One search that asks all slots in parallel and takes their hits in turn: the first of each, then the second
 * of each. It is for collections with different content, where results from one collection do not mean that
 * another has none. It takes as long as the slowest slot.
 */
export function searchInTurns(slots: readonly TrackedSlot[]): Search {
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    using budget = startDeadline(budgetMs, signal);
    const leftMs = budget.remainingMs();
    const results = await Promise.all(
      slots.map(
        (slot) =>
          new RunningAttempt(slot, query, { timeoutMs: Math.min(slot.timeoutMs, leftMs), signal }).ended,
      ),
    );
    const report = reportOf(slots, results, query.limit);
    const hits = mergeHits([inTurns(listsOf(results))], query.limit);
    return hits.length === 0 ? report : { ...report, outcome: { status: 'ok', hits } };
  };
}
