import type { Attempt, FailedReason } from '../core/attempt.ts';
import { abortReason, startDeadline, untilAborted } from '../core/deadline.ts';
import { faultWords } from '../core/failure.ts';
import { inTurns } from '../core/ranking.ts';
import { untraced } from '../core/run.ts';
import type { ScopePart } from '../core/scope.ts';
import { mergeHits } from './hits.ts';
import { QuotaUsedUp } from './quota.ts';
import { ignoredParts, withinScope } from './scope.ts';
import {
  type FailedOutcome,
  failed,
  type Search,
  type SearchOutcome,
  type SearchQuery,
  type SearchReport,
} from './search.ts';
import { inSlotWords, refusalOf, type Slot, type TrackedSlot } from './slot.ts';

/** How the slots of a search are chosen. */
export type FailoverOptions = {
  /** Whether a slot may be queried beside a slow one. */
  readonly hedge: boolean;
};

/**
 * One search over all slots. Documents of the operator in the second or third slot are searched for every
 * question, at the same time as the other slots, which are queried in order (`failover`). The results are one
 * list, in which the documents and the others take turns. Documents in the first slot come first in the
 * order, so that a question that they answer is sent nowhere else.
 */
export function searchAll(slots: readonly TrackedSlot[], options: FailoverOptions): Search {
  const beside = slots.filter(({ documents, position }) => documents !== undefined && position !== 1);
  const inOrder = slots.filter((slot) => !beside.includes(slot));
  const groups = [inOrder, ...beside.map((slot) => [slot])].filter((group) => group.length > 0);
  return groups.length < 2 ? failover(slots, options) : searchTogether(groups, options);
}

/** Searches groups of slots at the same time, each in its order; their results take turns. */
export function searchTogether(
  groups: readonly (readonly TrackedSlot[])[],
  options: FailoverOptions,
): Search {
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
      slot: ended.find(({ outcome }) => outcome.status === 'ok')?.slot ?? null,
      trail: reports.flatMap(({ trail }) => trail).sort((one, other) => one.slot - other.slot),
    };
  };
}

/** Results if there are any; otherwise empty if any search was empty; otherwise all failures as one. */
function together(reports: readonly SearchReport[], limit: number): SearchOutcome {
  const found = reports.flatMap(({ outcome }) => (outcome.status === 'ok' ? [outcome] : []));
  if (found.length > 0) {
    const [hint] = found.flatMap(({ hint }) => hint ?? []);
    const hits = mergeHits([inTurns(found.map(({ hits }) => hits))], limit);
    return { status: 'ok', hits, ...(hint !== undefined && { hint }) };
  }
  const failures = reports.flatMap(({ outcome }) => (outcome.status === 'failed' ? [outcome] : []));
  const failure = failures.length < reports.length ? null : asOneFailure(failures);
  return failure ?? { status: 'empty' };
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
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    // A signal of its own: it stops the attempts of this search, but not those that outlast it.
    const leaving = new AbortController();
    const onAbort = () => leaving.abort(abortReason(signal));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const limits = { endsAtMs: performance.now() + budgetMs, signal: leaving.signal };
      return await searchInOrder(slots, query, { ...limits, ...options });
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
  { hedge, endsAtMs, signal }: SearchLimits,
): Promise<SearchReport> {
  const waiting = [...slots];
  const results: SlotResult[] = [];
  let running: readonly Running[] = [];
  /** How many slots may run at the same time; two once one is slow. */
  let places = 1;
  let isResortTaken = false;

  const hasNext = () => waiting.some((slot) => refusalOf(slot) === null);

  function takeNext(): TrackedSlot | undefined {
    for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) {
      const outcome = refusalOf(slot);
      if (outcome === null) return slot;
      results.push({ slot, status: 'skipped', outcome, tookMs: 0 });
    }
    const isServed = running.length > 0 || results.some(({ status }) => status === 'empty');
    if (isServed || isResortTaken) return undefined;
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
      if (result.status === 'ok') break;
    }
  }
  return reportOf(slots, [...results, ...running.map(asOvertaken)]);
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

function asOvertaken({ slot, startedAtMs }: Running): SlotResult {
  const tookMs = Math.round(performance.now() - startedAtMs);
  return { slot, status: 'overtaken', outcome: { status: 'empty' }, tookMs };
}

/** Failures whose cause may have passed by now, or that the operator may have fixed. */
const PASSING: ReadonlySet<FailedReason> = new Set([
  ...(['timeout', 'network', 'protocol', 'upstream', 'configuration'] as const),
]);

/**
 * For a search that no slot could serve, takes the skipped slot whose last failure is oldest out of the
 * results. Never a slot that refused Sayso or asked for a wait: limiters also count refused calls, so another
 * call would prolong the wait.
 */
function takeLastResort(results: SlotResult[]): TrackedSlot | undefined {
  const [oldest] = results
    .filter(({ slot, status, outcome }) => {
      const mayAsk = status === 'skipped' && slot.suspension.openedBy?.retryAfterMs === undefined;
      return mayAsk && outcome.status === 'failed' && PASSING.has(outcome.reason);
    })
    .sort((one, other) => one.slot.suspension.failedAtMs - other.slot.suspension.failedAtMs);
  if (oldest !== undefined) results.splice(results.indexOf(oldest), 1);
  return oldest?.slot;
}

/**
 * The report of a search: the results of the slot that had any; otherwise, the outcomes of all slots as one.
 */
function reportOf(slots: readonly Slot[], results: readonly SlotResult[]): SearchReport {
  const inOrder = slots.flatMap((slot) => results.filter((result) => result.slot === slot));
  const trail = inOrder.map(toAttempt);
  for (const { slot, outcome } of results)
    if (outcome.status === 'ok') {
      const { position } = slot;
      const hits = outcome.hits.map((hit) => ({ ...hit, slot: position }));
      return { outcome: { ...outcome, hits }, slot: position, trail };
    }
  return { outcome: withoutResults(slots, inOrder), slot: null, trail };
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
function asOneFailure(failures: readonly FailedOutcome[]): FailedOutcome | null {
  const [first] = failures;
  if (first === undefined) return null;
  const waitsMs = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  const retryAfterMs = waitsMs.length > 0 ? Math.min(...waitsMs) : undefined;
  return failed(first.reason, failures.map(faultWords).join('; '), retryAfterMs);
}

function toAttempt({ slot, status, outcome, tookMs, ignored = [] }: SlotResult): Attempt {
  const failure = outcome.status === 'failed' ? outcome : null;
  return {
    slot: slot.position,
    status,
    cause: failure === null ? '' : `${slot.name}: ${faultWords(failure)}`,
    ...(failure !== null && { reason: failure.reason }),
    tookMs,
    ...(ignored.length > 0 && { ignored }),
  };
}

/** The result of a slot in one search. */
type SlotResult = {
  readonly slot: TrackedSlot;
  readonly status: Attempt['status'];
  readonly outcome: SearchOutcome;
  /** The time that it took; 0 if it was skipped. */
  readonly tookMs: number;
  /** The parts of the scope that the slot could not respect. */
  readonly ignored?: readonly ScopePart[];
};

/** The weight of the newest reply in the time that a slot usually takes. */
const NEWEST_SHARE = 1 / 8;

/**
 * Searches one slot and records the result. A back-end that takes longer than `timeoutMs`, ignores its signal
 * or throws has failed. Rejects only if `signal` aborts, which says nothing about the slot.
 */
export async function attempt(
  slot: TrackedSlot,
  query: SearchQuery,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<SlotResult> {
  const startedAtMs = performance.now();
  const outcome = await slot.suspension
    .run(() => call(slot, query, timeoutMs, signal))
    .catch((error: unknown) => {
      // The slot was not called, so its suspension has nothing to record.
      if (error instanceof QuotaUsedUp) return error.outcome;
      throw error;
    });
  const tookMs = performance.now() - startedAtMs;
  const hasFailed = outcome.status === 'failed';
  if (!hasFailed) slot.usualMs += (tookMs - slot.usualMs) * NEWEST_SHARE;
  const fault = hasFailed ? outcome : { cause: outcome.hint ?? '' };
  slot.lastCall = { status: outcome.status, fault, atMs: slot.now() };
  const ignored = ignoredParts(query.scope, slot.backend.sends, outcome);
  return { slot, status: outcome.status, outcome, tookMs: Math.round(tookMs), ignored };
}

async function call(
  slot: TrackedSlot,
  query: SearchQuery,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  using deadline = startDeadline(timeoutMs, signal);
  try {
    const timed = { ...query, leftMs: () => deadline.remainingMs() };
    const { trace = untraced } = query;
    const outcome = await trace(`search slot ${slot.position}`, async (span) => {
      const found = await untilAborted(slot.backend.search(timed, deadline.signal), deadline.signal);
      span.set({ 'sayso.outcome': found.status });
      return found;
    });
    return outcome.status === 'failed' ? inSlotWords(outcome, slot) : withinScope(outcome, query.scope);
  } catch (error) {
    if (error instanceof QuotaUsedUp) throw error;
    if (deadline.expired) return failed('timeout', `no answer within ${Math.round(timeoutMs)} ms`);
    if (signal.aborted) throw abortReason(signal);
    return failed('protocol', `unexpected error (${error instanceof Error ? error.name : typeof error})`);
  }
}
