import type { CountShared } from '../core/service.ts';
import { type FailedOutcome, failed } from './search.ts';

/** A calendar day or month in UTC. */
type Period = 'day' | 'month';

/** The most calls of a slot in a period. */
export type CallLimit = { readonly period: Period; readonly calls: number };

/** The calls that are left in a period, as far as this instance knows. */
type CallsLeft = { readonly period: Period; readonly left: number };

/** A call that was not made, because the operator allows no more of them in this period. */
export class QuotaUsedUp extends Error {
  readonly outcome: FailedOutcome;

  constructor(outcome: FailedOutcome) {
    super(outcome.cause);
    this.name = 'QuotaUsedUp';
    this.outcome = outcome;
  }
}

/** Where and when calls are counted. */
type QuotaOptions = {
  /** Equal for all slots that share the quota. */
  readonly name: string;
  /** Null to count in memory. */
  readonly countShared: CountShared | null;
  readonly now?: (() => Date) | undefined;
};

/** The calls that the operator allows a slot, counted from now on; any number without limits. */
export class Quota {
  readonly #counts: readonly PeriodCount[];

  constructor(limits: readonly CallLimit[], options: QuotaOptions) {
    // The day is counted first: a day that is used up must not cost the month a call.
    this.#counts = limits
      .toSorted((one, other) => one.period.localeCompare(other.period))
      .map(({ period, calls }) => new PeriodCount(period, calls, options));
  }

  /**
   * Counts one call, before it is made.
   * @throws QuotaUsedUp if there is none left
   */
  async takeCall(): Promise<void> {
    for (const count of this.#counts) if (!(await count.take())) throw new QuotaUsedUp(count.usedUp());
  }

  /** Why no call may be made now, by the longer period; null if one may, as far as this instance knows. */
  refusal(): FailedOutcome | null {
    return this.#counts.findLast(({ left }) => left === 0)?.usedUp() ?? null;
  }

  callsLeft(): readonly CallsLeft[] {
    return this.#counts.map(({ period, left }) => ({ period, left }));
  }
}

/** How long a count is kept after its first call, in milliseconds: longer than its period. */
const KEPT_MS: Readonly<Record<Period, number>> = { day: 2 * 86_400_000, month: 32 * 86_400_000 };

/** The calls of the period, counted here while other instances cannot be reached, and shared later. */
class PeriodCount {
  readonly period: Period;
  readonly #limit: number;
  readonly #options: QuotaOptions;
  /** The period that is counted: "2026-11-24" or "2026-11". */
  #current = '';
  #used = 0;
  /** The calls of this instance that are missing in the shared count. */
  #unshared = 0;

  constructor(period: Period, limit: number, options: QuotaOptions) {
    this.period = period;
    this.#limit = limit;
    this.#options = options;
    // After a restart, the number is known before the first call.
    this.#beginPeriod();
    void this.#countShared(0, limit);
  }

  get left(): number {
    this.#beginPeriod();
    return this.#limit - this.#used;
  }

  /** Counts one call; false if none is left. */
  async take(): Promise<boolean> {
    if (this.left === 0) return false;
    const unshared = this.#unshared;
    if (unshared > 0) {
      this.#unshared = 0;
      if ((await this.#countShared(unshared, Number.MAX_SAFE_INTEGER)) === null) this.#unshared += unshared;
    }
    const count = await this.#countShared(1, this.#limit);
    return count === null ? this.#takeHere() : count <= this.#limit;
  }

  /** The failure of a call that was not made. */
  usedUp(): FailedOutcome {
    const now = this.#now();
    const ends = endOf(this.period, now);
    const day = this.period === 'day' ? '' : `on ${ends.toISOString().slice(0, 10)} `;
    const calls = this.#limit === 1 ? 'only call' : `${this.#limit.toLocaleString('en')} calls`;
    const are = this.#limit === 1 ? 'is' : 'are';
    const cause = `its ${calls} of this ${this.period} ${are} used up; again ${day}at 00:00 UTC`;
    return { ...failed('rate', cause, ends.getTime() - now.getTime()), isUsedUp: true };
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  #beginPeriod(): void {
    const current = this.#now()
      .toISOString()
      .slice(0, this.period === 'day' ? 10 : 7);
    if (current === this.#current) return;
    this.#current = current;
    this.#used = 0;
    this.#unshared = 0;
  }

  #takeHere(): boolean {
    if (this.left === 0) return false;
    this.#used++;
    if (this.#options.countShared !== null) this.#unshared++;
    return true;
  }

  /** The shared count with these units; null if it cannot be reached. */
  async #countShared(units: number, max: number): Promise<number | null> {
    const { name, countShared } = this.#options;
    const current = this.#current;
    const key = `quota:${name}:${current}`;
    const reply = await countShared?.(key, KEPT_MS[this.period], { units, max });
    if (reply == null) return null;
    if (current === this.#current) this.#used = Math.max(this.#used, Math.min(reply.count, this.#limit));
    return reply.count;
  }
}

/** The beginning of the next day or month in UTC. */
function endOf(period: Period, now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return new Date(period === 'day' ? Date.UTC(year, month, now.getUTCDate() + 1) : Date.UTC(year, month + 1));
}
