import type { Deadline } from '../core/deadline.ts';
import type { Asked, Asking } from './ask-slot.ts';
import type { SearchQuery } from './backend.ts';
import type { HedgeBudget } from './hedge-budget.ts';
import { createRunningCalls } from './running-calls.ts';
import type { SearchReport } from './search.ts';
import { hitsOf, reportOf } from './search-report.ts';
import { createSlotQueue } from './slot-queue.ts';
import { timeBeforeNextMs, type WatchedSlot } from './watched-slot.ts';

/** Few results are a third of those asked for: one of five is an opinion that nothing stands beside. */
const FEW = 1 / 3;
/** The longest that somebody who could have few results waits for more. */
const WAIT_FOR_MORE_MS = 500;

/**
 * Asks slot after slot until one has results or none is left. A slot that is slow is joined or replaced by the next, what
 * one with few results found is added to; without a purse neither is so.
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
  const done: Asked[] = [];
  const withResults = () => done.filter(({ status }) => status === 'ok');
  const foundNothing = () => done.some(({ status }) => status === 'empty');

  /** Starts a slot; false when there is none, or no time. */
  const start = (slot: WatchedSlot | undefined) => {
    const leftMs = budget.remainingMs();
    if (slot === undefined || leftMs <= 0) return false;
    // A slot that is only tried again has little time already; overtaken as well, it could never prove itself.
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
   * Waits for a slow slot when all others have answered, be it that they have nothing. A burst of questions onto one that
   * hangs finds that out together: once its breaker opens, they are told what a question is that comes now.
   */
  const bearWith = (slow: Asking) => {
    if (!foundNothing()) return;
    if (slow.slot.breaker.refusal() !== null) done.push({ ...calls.leave(slow), status: 'failed' });
    else if (performance.now() < slow.silentAtMs) calls.watchNewest(slow.silentAtMs);
    else slow.blame();
  };
  /**
   * Has the next slot asked for one that is slow: in its place where it is left alone by now, beside it where that can be
   * paid. Where neither is so, its breaker may open yet, as it does while many questions meet a slot that hangs.
   */
  const startBeside = (slow: Asking) => {
    calls.watchNewest('left alone');
    if (!queue.hasNext()) return bearWith(slow);
    if (purse === null) return;
    const isLeftAlone = slow.slot.breaker.refusal() !== null;
    if (!isLeftAlone && !purse.spend()) return;
    if (start(queue.next()) && isLeftAlone) done.push({ ...calls.leave(slow), status: 'failed' });
  };
  /** One more slot for a question with few results, where that is easily paid. */
  const startForMore = () => queue.hasNext() && purse?.spendSpare() === true && start(queue.next());
  /** Watches the newest call for what it may add; false when there is enough, or no call that is quick enough. */
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
      // What remains once the newest has ended was found slow before it was started.
      const isNewestDone = asked === null || asked.slot === newest?.slot;
      if (slow !== undefined && isNewestDone) startBeside(slow);
    }
  }
  return reportOf(slots, [...queue.skipped(), ...done, ...calls.endAll()], query.limit);
}
