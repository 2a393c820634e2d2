import { inTurns } from '../core/ranking.ts';
import type { SearchOutcome } from './backend.ts';
import { type FailoverOptions, failover } from './failover.ts';
import { mergeHits } from './merge-hits.ts';
import type { Search, SearchReport } from './search.ts';
import { asOneFailure } from './search-report.ts';
import type { TrackedSlot } from './tracked-slot.ts';

/**
 * One search over all slots. Documents of the operator in the second or third slot are searched for every
 * question, at the same time as the other slots, which are queried in order (`failover`). The results are one
 * list, in which the documents and the others take turns. Documents in the first slot come first in the
 * order, so that a question that they answer is sent nowhere else.
 */
export function searchAll(slots: readonly TrackedSlot[], options: FailoverOptions): Search {
  const beside = slots.filter(({ documents, engine }) => documents !== undefined && engine !== 'engine_a');
  const inOrder = slots.filter((slot) => !beside.includes(slot));
  const groups = [inOrder, ...beside.map((slot) => [slot])].filter((group) => group.length > 0);
  if (groups.length < 2) return failover(slots, options);
  const searches = groups.map((group) => failover(group, options));
  return async (query, budgetMs, signal) => {
    const ended: SearchReport[] = [];
    const reports = await Promise.all(
      searches.map(async (search) => {
        const report = await search(query, budgetMs, signal);
        ended.push(report);
        return report;
      }),
    );
    return {
      outcome: together(reports, query.limit),
      engine: ended.find(({ outcome }) => outcome.status === 'ok')?.engine ?? 'none',
      trail: slots.flatMap(({ engine }) =>
        reports.flatMap(({ trail }) => trail.filter((attempt) => attempt.engine === engine)),
      ),
    };
  };
}

/** Results if there are any; otherwise empty if any search was empty; otherwise all failures as one. */
function together(reports: readonly SearchReport[], limit: number): SearchOutcome {
  const lists = reports.flatMap(({ outcome }) => (outcome.status === 'ok' ? [outcome.hits] : []));
  if (lists.length > 0) {
    const [hint] = reports.flatMap(({ outcome }) => (outcome.status === 'ok' ? (outcome.hint ?? []) : []));
    return {
      status: 'ok',
      hits: mergeHits([inTurns(lists)], limit),
      ...(hint !== undefined && { hint }),
    };
  }
  const failures = reports.flatMap(({ outcome }) => (outcome.status === 'failed' ? [outcome] : []));
  const failure = failures.length < reports.length ? null : asOneFailure(failures);
  return failure ?? { status: 'empty' };
}
