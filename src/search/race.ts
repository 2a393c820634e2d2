import type { Deadline } from '../core/deadline.ts';
import type { SlotCall, SlotResult } from './ask-slot.ts';
import type { SearchQuery } from './backend.ts';
import type { HedgeBudget } from './hedge-budget.ts';
import { createRunningCalls } from './running-calls.ts';
import type { SearchReport } from './search.ts';
import { hitsOf, reportOf } from './search-report.ts';
import { createSlotQueue } from './slot-queue.ts';
import { timeBeforeNextMs, type WatchedSlot } from './watched-slot.ts';

/**
 * Few results: up to a third of those requested. One result out of five would be an opinion that nothing
 * confirms.
 */
const FEW = 1 / 3;
/** The longest wait for more results when there are few. */
const WAIT_FOR_MORE_MS = 500;

/**
 * Asks the slots in order until one has results or none is left. A slow slot is supplemented or replaced by
 * the next one, and a slot with few results is supplemented; without a hedge budget neither happens.
 */
export async function race(
  slots: readonly WatchedSlot[],
  purse: HedgeBudget | null,
  query: SearchQuery,
  budget: Deadline,
  signal: AbortSignal,
): Promise<SearchReport> {
  const queue = createSlotQueue(slots);
  const calls = createRunningCalls(query, signal);
  const done: SlotResult[] = [];
  const withResults = () => done.filter(({ status }) => status === 'ok');
  const foundNothing = () => done.some(({ status }) => status === 'empty');

  /** Starts a slot; false if there is none left or no time. */
  const start = (slot: WatchedSlot | undefined) => {
    const leftMs = budget.remainingMs();
    if (slot === undefined || leftMs <= 0) return false;
    // A probe of a slot has little time already; if it could also be overtaken, the slot could never recover.
    const isProbe = slot.breaker.state !== 'closed';
    calls.start(slot, queue.hasNext() ? timeBeforeNextMs(slot, leftMs) : Math.min(slot.timeoutMs, leftMs));
    if (purse !== null && !isProbe) calls.watchNewest('slow');
    return true;
  };
  const startAlone = () => {
    const isLost = done.every(({ status }) => status === 'failed');
    if (!start(queue.next() ?? (isLost ? queue.lastResort() : undefined))) return false;
    purse?.earn();
    return true;
  };
  /**
   * Waits for a slow slot once all others have replied, even if they found nothing. When many questions meet
   * a hanging slot, they open its breaker together; each then continues like a question that arrives only
   * now.
   */
  const bearWith = (slow: SlotCall) => {
    if (!foundNothing()) return;
    if (slow.slot.breaker.refusal() !== null) done.push({ ...calls.leave(slow), status: 'failed' });
    else if (performance.now() < slow.silentAtMs) calls.watchNewest(slow.silentAtMs);
    else slow.blame();
  };
  /**
   * Starts the next slot for a slow one: in its place if the slow one is suspended by now, in parallel if the
   * hedge budget allows. Otherwise its breaker may still open while other questions wait for the same slot.
   */
  const startBeside = (slow: SlotCall) => {
    calls.watchNewest('left alone');
    if (!queue.hasNext()) return bearWith(slow);
    if (purse === null) return;
    const isLeftAlone = slow.slot.breaker.refusal() !== null;
    if (!isLeftAlone && !purse.spend()) return;
    if (start(queue.next()) && isLeftAlone) done.push({ ...calls.leave(slow), status: 'failed' });
  };
  /** Starts one more slot for a question with few results, if the budget easily allows. */
  const startForMore = () => queue.hasNext() && purse?.spendSpare() === true && start(queue.next());
  /**
   * Watches the newest attempt for additional results; false if there are enough, or if no attempt can be
   * fast enough.
   */
  const waitForMore = () => {
    if (hitsOf(done, query.limit).length > query.limit * FEW) return false;
    const isFirst = done.at(-1)?.status === 'ok' && withResults().length === 1;
    if (calls.newest() === undefined && !(isFirst && startForMore())) return false;
    const newest = calls.newest();
    if (newest === undefined || calls.isSlow(newest)) return false;
    calls.watchNewest(Math.min(newest.slowAtMs, performance.now() + WAIT_FOR_MORE_MS));
    return true;
  };

  while (calls.newest() !== undefined || startAlone()) {
    const hasResults = withResults().length > 0;
    const newest = calls.newest();
    const asked = await calls.next(hasResults || foundNothing() || queue.hasNext());
    if (asked !== null) done.push(asked);
    if (withResults().length > 0) {
      if (asked === null || !waitForMore()) break;
    } else {
      const slow = calls.newest();
      // Any attempt still running after the newest one ended had already been found slow.
      const isNewestDone = asked === null || asked.slot === newest?.slot;
      if (slow !== undefined && isNewestDone) startBeside(slow);
    }
  }
  return reportOf(slots, [...queue.skipped(), ...done, ...calls.endAll()], query.limit);
}
