import type { Attempt } from '../core/attempt.ts';
import { faultWords } from '../core/failure.ts';
import type { Hit } from '../core/source.ts';
import { type FailedOutcome, failed, type SearchOutcome } from './backend.ts';
import { mergeHits } from './merge-hits.ts';
import type { SlotResult } from './running-attempt.ts';
import type { SearchReport } from './search.ts';
import type { Slot } from './slot.ts';

/**
 * Builds the report of a search: the results of the first slot that had any and the results that others add,
 * at most `limit`; without results, the combined outcome of all slots. A hint is kept only if all results are
 * of one slot. `results` is in the order of completion.
 */
export function reportOf(
  slots: readonly Slot[],
  results: readonly SlotResult[],
  limit: number,
): SearchReport {
  const inOrder = slots.flatMap((slot) => results.filter((result) => result.slot === slot));
  const winners = results.filter(({ status }) => status === 'ok');
  const [winner] = winners;
  const { hint } = winners.length === 1 && winner?.outcome.status === 'ok' ? winner.outcome : {};
  return {
    outcome:
      winner === undefined
        ? withoutResults(slots, inOrder)
        : { status: 'ok', hits: hitsOf(winners, limit), ...(hint !== undefined && { hint }) },
    engine: winner?.slot.engine ?? 'none',
    trail: inOrder.map(toAttempt),
  };
}

/** The results of these slots, as one list of at most `limit`. */
export function hitsOf(results: readonly SlotResult[], limit: number): readonly Hit[] {
  const lists = listsOf(results);
  const [only = []] = lists;
  return lists.length > 1 ? mergeHits(lists, limit) : only;
}

/** The hits of each slot that had any; every hit names its slot. */
export function listsOf(results: readonly SlotResult[]): readonly (readonly Hit[])[] {
  return results.flatMap(({ slot: { engine }, outcome }) =>
    outcome.status === 'ok' ? [outcome.hits.map((hit) => ({ ...hit, engine }))] : [],
  );
}

function withoutResults(slots: readonly Slot[], results: readonly SlotResult[]): SearchOutcome {
  if (slots.length === 0) {
    return failed('configuration', 'no search back-end is configured: set SEARCH_PRIMARY_URL');
  }
  if (results.some(({ outcome }) => outcome.status === 'empty')) return { status: 'empty' };
  const failures = results.flatMap(({ slot, outcome }) =>
    outcome.status === 'failed'
      ? [failed(outcome.reason, `${slot.name}: ${faultWords(outcome)}`, outcome.retryAfterMs)]
      : [],
  );
  return asOneFailure(failures) ?? failed('timeout', 'no time was left to search');
}

/** Several failures as one: the first reason, all causes, and the shortest wait; null if there are none. */
export function asOneFailure(failures: readonly FailedOutcome[]): FailedOutcome | null {
  const [first] = failures;
  if (first === undefined) return null;
  const waitsMs = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  const retryAfterMs = waitsMs.length > 0 ? Math.min(...waitsMs) : undefined;
  return failed(first.reason, failures.map(faultWords).join('; '), retryAfterMs);
}

function toAttempt({ slot, status, outcome, tookMs, ignored = [] }: SlotResult): Attempt {
  const failure = outcome.status === 'failed' && status !== 'overtaken' ? outcome : null;
  return {
    engine: slot.engine,
    status,
    cause: failure === null ? '' : `${slot.name}: ${faultWords(failure)}`,
    ...(failure !== null && { reason: failure.reason }),
    tookMs,
    ...(ignored.length > 0 && { ignored }),
  };
}
