import { abortReason, startDeadline } from '../core/deadline.ts';
import { inTurns } from '../core/ranking.ts';
import type { SearchOutcome } from './backend.ts';
import { createHedgeBudget } from './hedge-budget.ts';
import { mergeHits } from './merge-hits.ts';
import { Race } from './race.ts';
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
  const replacements = new Map([
    [first, second],
    [second, first],
  ]);
  return slots.map((slot) => replacements.get(slot) ?? slot);
}
