import { abortReason, type Deadline, startDeadline } from '../core/deadline.ts';
import { type Asked, type Asking, askSlot } from './ask-slot.ts';
import type { SearchQuery } from './backend.ts';
import { createHedgeBudget, type HedgeBudget } from './hedge-budget.ts';
import type { Search, SearchReport } from './search.ts';
import { reportOf } from './search-report.ts';
import { createSlotQueue } from './slot-queue.ts';
import { hedgeDelayMs, timeBeforeNextMs, type WatchedSlot } from './watched-slot.ts';

/**
 * One search over several back-ends: in order, the next one when a slot failed or found nothing. With `hedge` the next
 * one also starts beside a slot that is slow; the first with results wins and the others end at once. A slot takes at
 * most its own time and, unless it is the last, half of what is left. Slots whose breaker is open are skipped; when all
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

/** Asks slot after slot until one has results or none is left; a slot that is slow is joined by the next. */
async function race(
  slots: readonly WatchedSlot[],
  purse: HedgeBudget | null,
  query: SearchQuery,
  budget: Deadline,
  signal: AbortSignal,
): Promise<SearchReport> {
  const queue = createSlotQueue(slots);
  const done: Asked[] = [];
  let running: readonly Asking[] = [];

  /** The slot that was started last, and whether it has yet to be found slow. */
  let newest: Asking | undefined;
  let isJoinable = false;

  /** Starts a slot; false when there is none, or no time. */
  const start = (slot: WatchedSlot | undefined) => {
    const leftMs = budget.remainingMs();
    if (slot === undefined || leftMs <= 0) return false;
    // A slot that is only tried again has little time already; overtaken as well, it could never prove itself.
    const isProbe = slot.breaker.state !== 'closed';
    const timeoutMs = queue.hasNext() ? timeBeforeNextMs(slot, leftMs) : Math.min(slot.timeoutMs, leftMs);
    newest = askSlot(slot, query, timeoutMs, signal);
    running = [...running, newest];
    isJoinable = purse !== null && !isProbe;
    return true;
  };
  const startAlone = () => {
    const isLost = done.every(({ status }) => status === 'failed');
    if (!start(queue.next() ?? (isLost ? queue.lastResort() : undefined))) return false;
    purse?.earn();
    return true;
  };
  const startBeside = () => {
    isJoinable = false;
    if (queue.hasNext() && purse?.spend()) start(queue.next());
  };

  while (running.length > 0 || startAlone()) {
    const asked = await firstToEnd(running, isJoinable && queue.hasNext() ? newest : undefined);
    if (asked === null) {
      startBeside();
      continue;
    }
    running = running.filter(({ slot }) => slot !== asked.slot);
    done.push(asked);
    if (asked.status === 'ok') {
      const overtaken = running.map((asking) => asking.overtake());
      return reportOf(slots, [...queue.skipped(), ...done, ...overtaken]);
    }
    if (running.length > 0 && asked.slot === newest?.slot) startBeside();
  }
  return reportOf(slots, [...queue.skipped(), ...done]);
}

/** The first slot that ends, or null when `slow` has had the time after which another may join it. */
async function firstToEnd(running: readonly Asking[], slow: Asking | undefined): Promise<Asked | null> {
  const ends: Promise<Asked | null>[] = running.map(({ asked }) => asked);
  if (slow === undefined) return Promise.race(ends);
  let timer: NodeJS.Timeout | undefined;
  const delay = new Promise<null>((resolve) => {
    const leftMs = hedgeDelayMs(slow.slot, slow.timeoutMs) - slow.elapsedMs();
    timer = setTimeout(() => resolve(null), Math.max(0, leftMs));
  });
  try {
    return await Promise.race([...ends, delay]);
  } finally {
    clearTimeout(timer);
  }
}
