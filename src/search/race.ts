import type { FailedReason } from '../core/attempt.ts';
import type { Deadline } from '../core/deadline.ts';
import type { SearchQuery } from './backend.ts';
import type { HedgeBudget } from './hedge-budget.ts';
import { RunningAttempt, type SlotResult } from './running-attempt.ts';
import type { SearchReport } from './search.ts';
import { hitsOf, reportOf } from './search-report.ts';
import { timeBeforeNextMs } from './slot-times.ts';
import { refusalOf, type TrackedSlot } from './tracked-slot.ts';

type RaceOptions = {
  readonly slots: readonly TrackedSlot[];
  /** Null if no slot may be queried in parallel with another. */
  readonly hedgeBudget: HedgeBudget | null;
  readonly query: SearchQuery;
  readonly budget: Deadline;
  readonly signal: AbortSignal;
};

/** Up to a third of the requested results is few: a single one is an opinion that none confirms. */
const MIN_RESULTS_SHARE = 1 / 3;
/** The longest wait for more results when there are few. */
const WAIT_FOR_MORE_MS = 500;
/** Failures whose cause may have passed by now. */
const PASSING: ReadonlySet<FailedReason> = new Set(['timeout', 'network', 'protocol', 'upstream']);

/**
 * One search: the slots that have not been queried yet, the attempts in progress, and those that have ended.
 */
export class Race {
  readonly #options: RaceOptions;
  /** The slots that have not been queried yet, in order. */
  readonly #waiting: TrackedSlot[];
  readonly #skipped = new Map<TrackedSlot, SlotResult>();
  #isResortTaken = false;
  /** The attempts in progress, in the order in which they were started. */
  #running: readonly RunningAttempt[] = [];
  /** The event to wait for besides the end of an attempt. It always belongs to the newest attempt. */
  #cue: Cue | null = null;
  /** The attempts that turned out slow: a timer may fire early, before the clock says so. */
  readonly #slow = new Set<RunningAttempt>();
  readonly #done: SlotResult[] = [];

  constructor(options: RaceOptions) {
    this.#options = options;
    this.#waiting = [...options.slots];
  }

  /** Queries the slots in order until one has results or no slot remains. */
  async run(): Promise<SearchReport> {
    while (this.#newest !== undefined || this.#startAlone()) {
      const newest = this.#newest;
      const result = await this.#next(this.#has('ok') || this.#has('empty') || this.#hasWaiting());
      if (result !== null) this.#done.push(result);
      if (this.#has('ok')) {
        if (result === null || !this.#waitForMore()) break;
        continue;
      }
      const slow = this.#newest;
      // An attempt that is still running after the newest one ended is already known to be slow.
      if (slow !== undefined && (result === null || result.slot === newest?.slot)) this.#startBeside(slow);
    }
    const ended = this.#running.map((attempt) =>
      this.#isSlow(attempt) ? attempt.cancelAsSlow() : attempt.cancel(),
    );
    const { slots, query } = this.#options;
    return reportOf(slots, [...this.#skipped.values(), ...this.#done, ...ended], query.limit);
  }

  get #newest(): RunningAttempt | undefined {
    return this.#running.at(-1);
  }

  #has(status: SlotResult['status']): boolean {
    return this.#done.some((result) => result.status === status);
  }

  #hasWaiting(): boolean {
    return this.#waiting.some((slot) => refusalOf(slot) === null);
  }

  #isSlow(attempt: RunningAttempt): boolean {
    return this.#slow.has(attempt) || performance.now() >= attempt.slowAtMs;
  }

  /** The next slot that may be queried, or undefined; slots that may not be called are skipped. */
  #takeNext(): TrackedSlot | undefined {
    for (let slot = this.#waiting.shift(); slot !== undefined; slot = this.#waiting.shift()) {
      const outcome = refusalOf(slot);
      if (outcome === null) return slot;
      this.#skipped.set(slot, { slot, status: 'skipped', outcome, tookMs: 0 });
    }
    return undefined;
  }

  /**
   * For a search that no slot could serve, returns a slot once: the skipped slot whose last failure is
   * oldest. A slot that refused Sayso or requested a wait is never returned: limiters also count refused
   * calls, so another call would prolong the wait. A misconfigured slot is returned only if no slot has been
   * queried.
   */
  #lastResortSlot(): TrackedSlot | undefined {
    if (this.#isResortTaken || this.#done.some(({ status }) => status !== 'failed')) return undefined;
    this.#isResortTaken = true;
    const mayBeFixed = this.#skipped.size === this.#options.slots.length;
    const candidates = [...this.#skipped.values()].filter((result) => isLastResort(result, mayBeFixed));
    const [lastResort] = candidates
      .map(({ slot }) => slot)
      .sort((one, other) => one.breaker.failedAtMs - other.breaker.failedAtMs);
    if (lastResort !== undefined) this.#skipped.delete(lastResort);
    return lastResort;
  }

  /** Starts a slot; false if there is no slot or no time left. */
  #start(slot: TrackedSlot | undefined): boolean {
    const { budget, hedgeBudget, query, signal } = this.#options;
    const leftMs = budget.remainingMs();
    if (slot === undefined || leftMs <= 0) return false;
    // A probe already has little time; if another slot could also overtake it, its slot could never recover.
    const isProbe = slot.breaker.state !== 'closed';
    const timeoutMs = this.#hasWaiting() ? timeBeforeNextMs(slot, leftMs) : Math.min(slot.timeoutMs, leftMs);
    const attempt = new RunningAttempt(slot, query, { timeoutMs, signal });
    this.#running = [...this.#running, attempt];
    this.#cue = hedgeBudget !== null && !isProbe ? { attempt, until: attempt.slowAtMs } : null;
    return true;
  }

  #startAlone(): boolean {
    const isStarted = this.#start(this.#takeNext() ?? this.#lastResortSlot());
    if (isStarted) this.#options.hedgeBudget?.earn();
    return isStarted;
  }

  /**
   * Starts the next slot because one is slow: instead of the slow slot if that is now suspended, otherwise in
   * parallel if the hedge budget allows it. If it does not, the search still watches whether the slow slot is
   * suspended, because other questions can cause that.
   */
  #startBeside(slow: RunningAttempt): void {
    this.#slow.add(slow);
    this.#cue = { attempt: slow, until: 'suspended' };
    if (!this.#hasWaiting()) {
      this.#waitForSlow(slow);
      return;
    }
    const { hedgeBudget } = this.#options;
    if (hedgeBudget === null) return;
    const isSuspended = slow.slot.breaker.refusal() !== null;
    if (!isSuspended && !hedgeBudget.spend()) return;
    if (this.#start(this.#takeNext()) && isSuspended) this.#cancelSuspended(slow);
  }

  /**
   * Waits for a slow slot once all others have replied, even without results. When many questions wait for a
   * slot that hangs, together they open its breaker; then each of them ends just as a new question would.
   */
  #waitForSlow(slow: RunningAttempt): void {
    if (!this.#has('empty')) return;
    if (slow.slot.breaker.refusal() !== null) this.#cancelSuspended(slow);
    else if (performance.now() < slow.silentAtMs) this.#cue = { attempt: slow, until: slow.silentAtMs };
    else slow.markSlow();
  }

  /** Ends an attempt whose slot was suspended while the attempt was running. */
  #cancelSuspended(slow: RunningAttempt): void {
    this.#running = this.#running.filter((attempt) => attempt !== slow);
    this.#done.push({ ...slow.cancel(), status: 'failed' });
  }

  /**
   * Waits for additional results from the newest attempt. If no attempt is running, starts one if the budget
   * has enough to spare. False if there are enough results, or if no attempt is fast enough.
   */
  #waitForMore(): boolean {
    const { query, hedgeBudget } = this.#options;
    if (hitsOf(this.#done, query.limit).length > query.limit * MIN_RESULTS_SHARE) return false;
    const isFirst = this.#done.at(-1)?.status === 'ok' && this.#done.filter(hasResults).length === 1;
    const mayStart = this.#newest === undefined && isFirst && this.#hasWaiting();
    if (mayStart && hedgeBudget?.spendSpare() === true) this.#start(this.#takeNext());
    const attempt = this.#newest;
    if (attempt === undefined || this.#isSlow(attempt)) return false;
    this.#cue = { attempt, until: Math.min(attempt.slowAtMs, performance.now() + WAIT_FOR_MORE_MS) };
    return true;
  }

  /** The next attempt that ends; null if the cue is used and comes first. Rejects when the caller leaves. */
  async #next(usesCue: boolean): Promise<SlotResult | null> {
    const result = await firstResult(this.#running, usesCue ? this.#cue : null);
    if (result !== null) this.#running = this.#running.filter(({ slot }) => slot !== result.slot);
    return result;
  }
}

function hasResults({ status }: SlotResult): boolean {
  return status === 'ok';
}

function isLastResort({ slot, outcome }: SlotResult, mayBeFixed: boolean): boolean {
  if (outcome.status !== 'failed' || slot.breaker.openedBy?.retryAfterMs !== undefined) return false;
  return PASSING.has(outcome.reason) || (mayBeFixed && outcome.reason === 'configuration');
}

/** What ends the wait for an attempt before its end: a time, or the suspension of its slot. */
type Cue = { readonly attempt: RunningAttempt; readonly until: number | 'suspended' };

/** The result of the attempt that ends first, or null if the cue comes before. */
async function firstResult(running: readonly RunningAttempt[], cue: Cue | null): Promise<SlotResult | null> {
  const ends: Promise<SlotResult | null>[] = running.map(({ ended }) => ended);
  if (cue === null) return Promise.race(ends);
  const { promise, resolve } = Promise.withResolvers<null>();
  using _waiting = onCue(cue, () => resolve(null));
  return await Promise.race([...ends, promise]);
}

function onCue({ attempt, until }: Cue, listener: () => void): Disposable {
  if (until !== 'suspended') {
    const timer = setTimeout(listener, Math.max(0, until - performance.now()));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  }
  return attempt.slot.breaker.onOpen(() => {
    // If the attempt's own failure caused the suspension, the attempt is about to report the cause itself.
    if (!attempt.isOver) listener();
  });
}
