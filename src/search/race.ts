import type { Deadline } from '../core/deadline.ts';
import { type Asked, type Asking, askSlot } from './ask-slot.ts';
import type { SearchQuery } from './backend.ts';
import { firstToEnd, type Watched } from './first-to-end.ts';
import type { HedgeBudget } from './hedge-budget.ts';
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
  const done: Asked[] = [];
  /** In the order in which they were started. */
  let running: readonly Asking[] = [];
  /** The newest, where it is not merely waited for. */
  let watched: Watched | null = null;
  /** Calls whose time was up; timers fire a little early, so that a clock alone would say otherwise. */
  const foundSlow = new Set<Asking>();
  const isSlow = (asking: Asking) => foundSlow.has(asking) || performance.now() >= asking.slowAtMs;

  /** Starts a slot; false when there is none, or no time. */
  const start = (slot: WatchedSlot | undefined) => {
    const leftMs = budget.remainingMs();
    if (slot === undefined || leftMs <= 0) return false;
    // A slot that is only tried again has little time already; overtaken as well, it could never prove itself.
    const isProbe = slot.breaker.state !== 'closed';
    const timeoutMs = queue.hasNext() ? timeBeforeNextMs(slot, leftMs) : Math.min(slot.timeoutMs, leftMs);
    const asking = askSlot(slot, query, timeoutMs, signal);
    running = [...running, asking];
    watched = purse === null || isProbe ? null : { asking, until: asking.slowAtMs };
    return true;
  };
  const startAlone = () => {
    const isLost = done.every(({ status }) => status === 'failed');
    if (!start(queue.next() ?? (isLost ? queue.lastResort() : undefined))) return false;
    purse?.earn();
    return true;
  };
  /**
   * Has the next slot asked for one that is slow: in its place where it is left alone by now, beside it where that can be
   * paid. Where neither is so, its breaker may open yet, as it does while many questions meet a slot that hangs.
   */
  const startBeside = (slow: Asking) => {
    foundSlow.add(slow);
    watched = { asking: slow, until: 'left alone' };
    if (purse === null || !queue.hasNext()) return;
    const isLeftAlone = slow.slot.breaker.refusal() !== null;
    if (!isLeftAlone && !purse.spend()) return;
    if (!start(queue.next()) || !isLeftAlone) return;
    running = running.filter((asking) => asking !== slow);
    done.push({ ...slow.leave(), status: 'failed' });
  };
  /** One more slot for a question with few results, where that is easily paid. */
  const startForMore = () => queue.hasNext() && purse?.spendSpare() === true && start(queue.next());
  /** Watches the newest for what it may add; false when there is enough, or nobody who is quick enough. */
  const waitForMore = (asked: Asked) => {
    if (hitsOf(done, query.limit).length > query.limit * FEW) return false;
    const isFirst = asked.status === 'ok' && done.filter(({ status }) => status === 'ok').length === 1;
    if (running.length === 0 && !(isFirst && startForMore())) return false;
    const newest = running.at(-1);
    if (newest === undefined || isSlow(newest)) return false;
    const until = Math.min(newest.slowAtMs, performance.now() + WAIT_FOR_MORE_MS);
    watched = { asking: newest, until };
    return true;
  };
  const report = () => {
    const ended = running.map((asking) => (isSlow(asking) ? asking.overtake() : asking.leave()));
    return reportOf(slots, [...queue.skipped(), ...done, ...ended], query.limit);
  };

  let hasResults = false;
  while (running.length > 0 || startAlone()) {
    const newest = running.at(-1);
    const asked = await firstToEnd(running, hasResults || queue.hasNext() ? watched : null);
    if (asked === null) {
      if (hasResults) break;
      if (newest !== undefined) startBeside(newest);
      continue;
    }
    running = running.filter(({ slot }) => slot !== asked.slot);
    done.push(asked);
    hasResults ||= asked.status === 'ok';
    if (hasResults) {
      if (!waitForMore(asked)) break;
      continue;
    }
    const slow = running.at(-1);
    if (slow !== undefined && asked.slot === newest?.slot) startBeside(slow);
  }
  return report();
}
