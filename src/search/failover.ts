import type { FailedReason } from '../core/attempt.ts';
import { abortReason } from '../core/deadline.ts';
import type { SearchReport } from '../core/events.ts';
import { inTurns } from '../core/ranking.ts';
import { attempt, overtaken, type SlotResult, skipped } from './attempt.ts';
import { mergeHits } from './hits.ts';
import type { Search, SearchQuery } from './search.ts';
import { refusalOf, type TrackedSlot } from './slot.ts';

/** How the slots of a search are chosen. */
export type FailoverOptions = {
  /** Whether a slot may be queried beside a slow one. */
  readonly hedge: boolean;
  /** Whether a search is done without these slots rather than ask one that has just failed. */
  readonly isBeside?: boolean;
};

/**
 * One search over all slots, or over the collections if one of them is chosen. The collections, and documents of the
 * operator in the second or third slot, are searched for every question, at the same time as the other slots, which are queried in order (`failover`). The results are one
 * list, in which the documents and the others take turns. Documents in the first slot come first in the
 * order, so that a question that they answer is sent nowhere else.
 */
export function searchAll(slots: readonly TrackedSlot[], options: FailoverOptions): Search {
  const collections = slots.filter(({ position }) => position === 4);
  const inOne = failover(collections, options);
  const everywhere = searchEverywhere(slots, options);
  return (query, signal) => (query.scope.collection === undefined ? everywhere : inOne)(query, signal);
}

function searchEverywhere(slots: readonly TrackedSlot[], options: FailoverOptions): Search {
  const beside = slots.filter(({ documents, position }) => documents !== undefined && position !== 1);
  const inOrder = slots.filter((slot) => !beside.includes(slot));
  const groups = [inOrder, ...beside.map((slot) => [slot])].filter((group) => group.length > 0);
  if (groups.length < 2) return failover(slots, options);
  // Documents that could not be searched just now would delay each question until they can be.
  const isBeside = (group: readonly TrackedSlot[]) => inOrder.length > 0 && group !== inOrder;
  return searchTogether(groups.map((group) => failover(group, { ...options, isBeside: isBeside(group) })));
}

/** Makes several searches at the same time; their results take turns. */
export function searchTogether(searches: readonly Search[]): Search {
  return async (query, signal) => {
    const ended: SearchReport[] = [];
    const reports = await Promise.all(
      searches.map(async (search) => {
        const report = await search(query, signal);
        ended.push(report);
        return report;
      }),
    );
    const found = reports.flatMap(({ hits }) => (hits.length > 0 ? [hits] : []));
    return {
      words: query.text,
      outcome: found.length > 0 ? { status: 'ok' } : withoutHits(reports.map(({ outcome }) => outcome)),
      hits: mergeHits([inTurns(found)], query.limit),
      slot: ended.find(({ slot }) => slot !== null)?.slot ?? null,
      trail: reports.flatMap(({ trail }) => trail).sort((one, other) => one.slot - other.slot),
    };
  };
}

/**
 * One search over several slots, which are queried one after another: the next one when one fails or finds
 * nothing. With `hedge`, the next one also starts once beside a slow slot, and the first with results wins.
 * The slower one runs on to its time limit, so that its record says whether it is slow or does not answer.
 * While the last call of a slot has failed, the next slot starts at the same time, so that a slot that does
 * not answer delays one question and not the next.
 *
 * An attempt takes at most the slot's time limit and, unless the slot is the last, half of the remaining
 * time. Suspended slots are skipped; `takeLastResort` chooses the one that is queried all the same.
 */
export function failover(slots: readonly TrackedSlot[], options: FailoverOptions): Search {
  return async (query, signal) => {
    if (signal.aborted) throw abortReason(signal);
    // A signal of its own: it stops the attempts of this search, but not those that outlast it.
    const leaving = new AbortController();
    const onAbort = () => leaving.abort(abortReason(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const limits = { endsAtMs: performance.now() + query.timeoutMs, signal: leaving.signal };
      return reportOf(slots, query, await searchInOrder(slots, query, { ...limits, ...options }));
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
}

type SearchLimits = FailoverOptions & {
  /** By the clock of `performance.now()`. */
  readonly endsAtMs: number;
  readonly signal: AbortSignal;
};

/** An attempt in progress. */
type Running = {
  readonly slot: TrackedSlot;
  readonly startedAtMs: number;
  readonly ended: Promise<SlotResult>;
};

async function searchInOrder(
  slots: readonly TrackedSlot[],
  query: SearchQuery,
  { hedge, isBeside = false, endsAtMs, signal }: SearchLimits,
): Promise<readonly SlotResult[]> {
  const waiting = [...slots];
  const results: SlotResult[] = [];
  let running: readonly Running[] = [];
  /** How many slots may run at the same time; two once one is slow. */
  let places = 1;
  let isResortTaken = false;

  const hasNext = () => waiting.some((slot) => refusalOf(slot) === null);

  function takeNext(): TrackedSlot | undefined {
    for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) {
      const refusal = refusalOf(slot);
      if (refusal === null) return slot;
      results.push(skipped(slot, refusal));
    }
    const isServed = running.length > 0 || results.some(({ outcome }) => outcome.status === 'empty');
    if (isServed || isResortTaken || isBeside) return undefined;
    isResortTaken = true;
    return takeLastResort(results);
  }

  function start(slot: TrackedSlot): boolean {
    const startedAtMs = performance.now();
    const leftMs = endsAtMs - startedAtMs;
    if (leftMs <= 0) return false;
    const timeoutMs = Math.min(slot.timeoutMs, hasNext() ? leftMs / 2 : leftMs);
    const ended = attempt(slot, query, { timeoutMs, signal });
    // An attempt that outlasts the search may still reject, when nobody listens.
    ended.catch(() => undefined);
    running = [...running, { slot, startedAtMs, ended }];
    return true;
  }

  while (true) {
    while (running.filter(({ slot }) => !hedge || !isInDoubt(slot)).length < places) {
      const slot = takeNext();
      if (slot === undefined || !start(slot)) break;
    }
    const newest = running.at(-1);
    if (newest === undefined) break;
    const hedgeAtMs = newest.startedAtMs + hedgeDelayMs(newest.slot);
    const result = await nextResult(running, hedge && places === 1 && hasNext() ? hedgeAtMs : null);
    if (result === null) places = 2;
    else {
      running = running.filter(({ slot }) => slot !== result.slot);
      results.push(result);
      if (result.outcome.status === 'ok') break;
    }
  }
  return [...results, ...running.map(({ slot, startedAtMs }) => overtaken(slot, startedAtMs))];
}

/** The shortest time before a slot counts as slow, which nobody notices. */
const MIN_HEDGE_MS = 200;

/**
 * How long to wait for a slot before the next one starts beside it, in milliseconds: twice as long as it
 * usually takes, at most half of its time limit.
 */
function hedgeDelayMs({ usualMs, timeoutMs }: TrackedSlot): number {
  return Math.min(timeoutMs / 2, Math.max(MIN_HEDGE_MS, 2 * usualMs));
}

function isInDoubt({ lastCall }: TrackedSlot): boolean {
  return lastCall?.status === 'failed';
}

/** The result of the attempt that ends first; null if the time comes before. */
async function nextResult(running: readonly Running[], atMs: number | null): Promise<SlotResult | null> {
  const ends: Promise<SlotResult | null>[] = running.map(({ ended }) => ended);
  if (atMs === null) return await Promise.race(ends);
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, Math.max(0, atMs - performance.now()), null);
  try {
    return await Promise.race([...ends, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Failures whose cause may have passed by now, or that the operator may have fixed. */
const PASSING: ReadonlySet<FailedReason | undefined> = new Set<FailedReason>([
  ...(['timeout', 'network', 'protocol', 'upstream', 'configuration'] as const),
]);

/**
 * For a search that no slot could serve, takes the skipped slot whose last failure is oldest out of the
 * results. Never a slot that refused Sayso or asked for a wait: limiters also count refused calls, so another
 * call would prolong the wait.
 */
function takeLastResort(results: SlotResult[]): TrackedSlot | undefined {
  const [oldest] = results
    .filter(({ slot, attempt: { status, reason } }) => {
      const isAskedToWait = slot.suspension.openedBy?.retryAfterMs !== undefined;
      return status === 'skipped' && !isAskedToWait && PASSING.has(reason);
    })
    .sort((one, other) => one.slot.suspension.failedAtMs - other.slot.suspension.failedAtMs);
  if (oldest !== undefined) results.splice(results.indexOf(oldest), 1);
  return oldest?.slot;
}

/** The hits of the slot that had any; otherwise, what became of all slots in one outcome. */
function reportOf(
  slots: readonly TrackedSlot[],
  { text: words }: SearchQuery,
  results: readonly SlotResult[],
): SearchReport {
  const inOrder = slots.flatMap((slot) => results.filter((result) => result.slot === slot));
  const trail = inOrder.map(({ attempt }) => attempt);
  for (const { slot, outcome } of results)
    if (outcome.status === 'ok') {
      const { position } = slot;
      const hits = outcome.hits.map((hit) => ({ ...hit, slot: position }));
      return { words, outcome: { status: 'ok' }, hits, slot: position, trail };
    }
  const outcomes = inOrder.map(({ outcome, attempt: { cause } }) => ({ ...outcome, cause }));
  const outcome = slots.length === 0 ? NOT_CONFIGURED : withoutHits(outcomes);
  return { words, outcome, hits: [], slot: null, trail };
}

const NOT_CONFIGURED = {
  status: 'failed',
  cause: 'no search back-end is configured: set SEARCH_PRIMARY_URL',
} as const;

/** Empty if anything was searched; otherwise one failure, with all causes and the shortest wait. */
function withoutHits(
  outcomes: readonly {
    readonly status: string;
    readonly cause?: string;
    readonly retryAfterMs?: number;
    readonly isUsedUp?: true;
  }[],
): SearchReport['outcome'] {
  if (outcomes.length === 0) return { status: 'failed', cause: 'no time was left to search' };
  if (outcomes.some(({ status }) => status === 'empty')) return { status: 'empty' };
  const waitsMs = outcomes.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return {
    status: 'failed',
    cause: outcomes.map(({ cause }) => cause).join('; '),
    ...(waitsMs.length > 0 && { retryAfterMs: Math.min(...waitsMs) }),
    ...(outcomes.every(({ isUsedUp }) => isUsedUp) && { isUsedUp: true as const }),
  };
}
