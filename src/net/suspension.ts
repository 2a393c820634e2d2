import { type Backoff, backoffAfter, type FailedCall } from './wait-policy.ts';

/** Milliseconds from any fixed point; only differences count. */
export type Clock = () => number;

/** An attempt while the upstream may be called, when its suspension is over, or during it. */
type AttemptKind = 'usual' | 'probe' | 'last resort';

/** A call that did not fail. */
type SuccessfulCall = { readonly status: 'ok' | 'empty' };

/**
 * Counts the failures of an upstream and decides whether it may be called. After failures in a row it is
 * `open`: suspended for a while. Then it is `half-open`: one attempt is a probe, whose outcome ends the
 * suspension or doubles it. `net/wait-policy.ts` has the numbers.
 */
export class Suspension<Failed extends FailedCall> {
  readonly #now: Clock;
  readonly #listeners = new Set<() => void>();
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

  /** Calls `listener` at the beginning of each suspension, until the result is disposed. */
  onOpen(listener: () => void): Disposable {
    // A function of its own for each call, so that the same listener can be added twice.
    const ownListener = () => listener();
    this.#listeners.add(ownListener);
    return { [Symbol.dispose]: () => this.#listeners.delete(ownListener) };
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
    for (const listener of [...this.#listeners]) listener();
  }
}
