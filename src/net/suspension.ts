import type { FailedReason } from '../core/attempt.ts';

/** Milliseconds from any fixed point; only differences count. */
export type Clock = () => number;

/** An attempt while the upstream may be called, when its suspension is over, or during it. */
type AttemptKind = 'usual' | 'probe' | 'last resort';

/** A call that did not fail. */
type SuccessfulCall = { readonly status: 'ok' | 'empty' };

/**
 * Counts the failures of an upstream and decides whether it may be called. After failures in a row it is
 * `open`: suspended for a while. Then it is `half-open`: one attempt is a probe, whose outcome ends the
 * suspension or doubles it. The numbers are below the class.
 */
export class Suspension<Failed extends FailedCall> {
  readonly #now: Clock;
  readonly #listeners: (() => void)[] = [];
  #phase: 'closed' | 'open' | 'probing' = 'closed';
  #openedBy: Failed | null = null;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  /** Failures in a row while closed. */
  #failures = 0;
  /** Suspensions in a row. */
  #suspensions = 0;
  #endsAtMs = 0;

  constructor(now: Clock) {
    this.#now = now;
  }

  /** `closed`: it may be called. `open`: suspended. `half-open`: due for a probe, or a probe is under way. */
  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#phase === 'closed') return 'closed';
    return this.#phase === 'open' && !this.#isDue ? 'open' : 'half-open';
  }

  /** Whether the upstream may be called: it is not suspended, or due for a probe that nobody has begun. */
  get isCallable(): boolean {
    return this.#phase === 'closed' || (this.#phase === 'open' && this.#isDue);
  }

  /** How long the upstream remains suspended, in milliseconds; 0 unless `open`. */
  get restMs(): number {
    return this.#phase === 'open' ? Math.max(0, this.#endsAtMs - this.#now()) : 0;
  }

  /** When the upstream last failed, by the clock; `-Infinity` if it never did. */
  get failedAtMs(): number {
    return this.#failedAtMs;
  }

  /** The failure that began the last suspension, not later ones; null if there was none. */
  get openedBy(): Failed | null {
    return this.#openedBy;
  }

  /** Calls `listener` at the beginning of each suspension. */
  onOpen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Makes one attempt and records its outcome. The attempt is made even during a suspension, as a last
   * resort. An attempt that throws was cancelled by its caller, which says nothing about the upstream.
   */
  async run<Outcome extends Failed | SuccessfulCall>(call: () => Promise<Outcome>): Promise<Outcome> {
    const kind = this.#nextKind;
    if (kind === 'probe') this.#phase = 'probing';
    try {
      const outcome = await call();
      this.#record(outcome, kind);
      return outcome;
    } finally {
      // The caller cancelled the probe, so the next attempt is another one.
      if (kind === 'probe' && this.#phase === 'probing') this.#phase = 'open';
    }
  }

  get #nextKind(): AttemptKind {
    if (this.#phase === 'closed') return 'usual';
    return this.isCallable ? 'probe' : 'last resort';
  }

  get #isDue(): boolean {
    return this.#now() >= this.#endsAtMs;
  }

  #record(outcome: Failed | SuccessfulCall, kind: AttemptKind): void {
    const failure = outcome.status === 'failed' ? outcome : null;
    const backoff = failure && backoffAfter(failure);
    if (backoff !== null) this.#failedAtMs = this.#now();
    // Attempts that were in progress when the suspension began add no information.
    if (kind === 'usual' && this.#phase !== 'closed') return;
    if (failure === null || backoff === null) {
      this.#phase = 'closed';
      this.#failures = 0;
      this.#suspensions = 0;
    } else if (kind !== 'last resort') {
      this.#failures++;
      if (kind === 'probe' || this.#failures >= backoff.failures) this.#open(failure, backoff);
    }
  }

  #open(failure: Failed, { waitMs, maxWaitMs }: Backoff): void {
    this.#phase = 'open';
    this.#openedBy = failure;
    this.#endsAtMs = this.#now() + Math.min(maxWaitMs, waitMs * 2 ** this.#suspensions);
    this.#suspensions++;
    for (const listener of this.#listeners) listener();
  }
}

// All decisions on how long to wait after an upstream has refused or failed, for search and for models.

/** How long an upstream is suspended, and after how many failures in a row. */
type Backoff = {
  /** The number of failures in a row that suspend it. */
  readonly failures: number;
  /** The length of the first suspension, in milliseconds; doubled after each probe that fails. */
  readonly waitMs: number;
  /** The upper limit of that length, in milliseconds. */
  readonly maxWaitMs: number;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Common limiters have windows of up to an hour; whoever asks for more is tried again after one. */
const MAX_WAIT_MS = HOUR_MS;
/** A wait of "0", or a date in the past, must not lead to a call for every question. */
const MIN_WAIT_MS = SECOND_MS;
/** Limits for the delay of a second attempt within the same answer: a reader accepts no longer one. */
const SECOND_TRY_DELAY_MS = { min: 250, max: SECOND_MS } as const;

/** The backoff by kind of failure, if the upstream does not state a wait. */
const BACKOFFS = {
  /** Failures that pass by themselves: one slow reply proves nothing, so several suspend. */
  passing: { failures: 3, waitMs: 2 * SECOND_MS, maxWaitMs: MINUTE_MS },
  /** A limit of calls, such as status 429: only waiting helps, and more calls make it worse. */
  limited: { failures: 1, waitMs: 5 * MINUTE_MS, maxWaitMs: 5 * MINUTE_MS },
  /** A block, such as a captcha: it may end by itself, if no calls follow. */
  blocked: { failures: 1, waitMs: 5 * MINUTE_MS, maxWaitMs: 5 * MINUTE_MS },
  /** A failure that only the operator can fix. */
  lasting: { failures: 1, waitMs: 10 * MINUTE_MS, maxWaitMs: 10 * MINUTE_MS },
} as const satisfies Readonly<Record<string, Backoff>>;

/** Null for a failure that says nothing about the upstream: Sayso sent a parameter that it refuses. */
const BY_REASON: Readonly<Record<FailedReason, Backoff | null>> = {
  configuration: BACKOFFS.lasting,
  rate: BACKOFFS.limited,
  blocked: BACKOFFS.blocked,
  timeout: BACKOFFS.passing,
  network: BACKOFFS.passing,
  protocol: BACKOFFS.passing,
  upstream: BACKOFFS.passing,
  'bad-parameter': null,
};

/** A failed call of an upstream, and the wait that the upstream asked for, in milliseconds. */
export type FailedCall = {
  readonly status: 'failed';
  readonly reason: FailedReason;
  readonly retryAfterMs?: number;
};

/**
 * How long a failure suspends the upstream; null if it does not count. If the upstream asked for a wait, it
 * is suspended for that time after the first failure, limited to between a second and an hour.
 */
export function backoffAfter({ reason, retryAfterMs }: FailedCall): Backoff | null {
  const usual = BY_REASON[reason];
  if (usual === null || retryAfterMs === undefined) return usual;
  const waitMs = Math.min(Math.max(retryAfterMs, MIN_WAIT_MS), MAX_WAIT_MS);
  return { failures: 1, waitMs, maxWaitMs: waitMs };
}

/** The delay before a second attempt, in milliseconds; undefined if more than a second was asked. */
export function secondTryDelayMs(requestedMs: number | undefined): number | undefined {
  const delayMs = Math.max(SECOND_TRY_DELAY_MS.min, requestedMs ?? SECOND_TRY_DELAY_MS.min);
  return delayMs <= SECOND_TRY_DELAY_MS.max ? delayMs : undefined;
}

/** An upstream that states a longer wait has most likely made a mistake. */
const MAX_STATED_WAIT_MS = 24 * 3_600_000;

/** The wait that a reply asks for (`retry-after-ms`, `Retry-After`), in milliseconds; or undefined. */
export function readRetryAfterMs(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  const inMs = Number(headers['retry-after-ms'] || Number.NaN);
  const waitMs = inMs >= 0 ? inMs : parseRetryAfterMs(headers['retry-after']);
  return waitMs === undefined ? undefined : Math.min(waitMs, MAX_STATED_WAIT_MS);
}

/** The wait in a Retry-After field (RFC 9110, 10.2.3), in milliseconds; undefined if unreadable. */
export function parseRetryAfterMs(field: string | undefined): number | undefined {
  const value = field?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : toDateMs(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/** Dates here begin with the name of a day. V8 accepts much more: `-5` is a day in 2001. */
function toDateMs(value: string): number {
  return /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
}
