import { abortReason, type Deadline, startDeadline } from '../core/deadline.ts';
import { type Asked, type Asking, askSlot } from './ask-slot.ts';
import type { SearchQuery } from './backend.ts';
import { firstToEnd, type Watched } from './first-to-end.ts';
import { createHedgeBudget, type HedgeBudget } from './hedge-budget.ts';
import type { Search, SearchReport } from './search.ts';
import { reportOf } from './search-report.ts';
import { createSlotQueue } from './slot-queue.ts';
import { timeBeforeNextMs, type WatchedSlot } from './watched-slot.ts';

/**
 * One search over several back-ends: in order, the next one when a slot failed or found nothing. With `hedge` the next
 * one also starts beside a slot that is slow, or in its place once it is slow for other questions, too; the first with
 * results wins and the others end at once. A slot takes at most its own time and, unless it is the last, half of what is left. Slots whose breaker is open are skipped; when all
 * are, the one that failed least recently is asked all the same.
 */
export function failover(slots: readonly WatchedSlot[], { hedge }: { readonly hedge: boolean }): Search {
  const purse = hedge ? createHedgeBudget() : null;
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    using budget = startDeadline(budgetMs, signal);
    return race(slots, purse, query, budget, signal);
  };
}

/** Asks slot after slot until one has results or none is left; a slot that is slow is joined or replaced by the next. */
async function race(
  slots: readonly WatchedSlot[],
  purse: HedgeBudget | null,
  query: SearchQuery,
  budget: Deadline,
  signal: AbortSignal,
): Promise<SearchReport> {
  const queue = createSlotQueue(slots);
  const done: Asked[] = [];
  /** In the order in which they were started; all but the newest were found slow. */
  let running: readonly Asking[] = [];
  /** The newest, and what is looked out for in it. */
  let watched: Watched | null = null;

  /** Starts a slot; false when there is none, or no time. */
  const start = (slot: WatchedSlot | undefined) => {
    const leftMs = budget.remainingMs();
    if (slot === undefined || leftMs <= 0) return false;
    // A slot that is only tried again has little time already; overtaken as well, it could never prove itself.
    const isProbe = slot.breaker.state !== 'closed';
    const timeoutMs = queue.hasNext() ? timeBeforeNextMs(slot, leftMs) : Math.min(slot.timeoutMs, leftMs);
    const asking = askSlot(slot, query, timeoutMs, signal);
    running = [...running, asking];
    watched = purse === null || isProbe ? null : { asking, sign: 'slow' };
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
    watched = { asking: slow, sign: 'left alone' };
    if (purse === null || !queue.hasNext()) return;
    const isLeftAlone = slow.slot.breaker.refusal() !== null;
    if (!isLeftAlone && !purse.spend()) return;
    if (!start(queue.next()) || !isLeftAlone) return;
    running = running.filter((asking) => asking !== slow);
    done.push(slow.giveUp());
  };

  while (running.length > 0 || startAlone()) {
    const newest = running.at(-1);
    const asked = await firstToEnd(running, queue.hasNext() ? watched : null);
    if (asked === null) {
      if (newest !== undefined) startBeside(newest);
      continue;
    }
    running = running.filter(({ slot }) => slot !== asked.slot);
    done.push(asked);
    if (asked.status === 'ok') {
      const overtaken = running.map((asking) => asking.overtake());
      return reportOf(slots, [...queue.skipped(), ...done, ...overtaken]);
    }
    const slow = running.at(-1);
    if (slow !== undefined && asked.slot === newest?.slot) startBeside(slow);
  }
  return reportOf(slots, [...queue.skipped(), ...done]);
}
