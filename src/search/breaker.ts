import type { FailedReason } from '../core/failed-reason.ts';
import { type Rest, restFor, rests } from '../net/wait-policy.ts';
import { type FailedOutcome, failed, type SearchOutcome } from './backend.ts';

/** Milliseconds from any fixed point; only differences count. */
export type Clock = () => number;

/** Tracks the failures of a slot and decides whether it may be asked. */
export type Breaker = {
  /** `half-open`: a probe is in progress, or the next search sends one. */
  readonly state: 'closed' | 'open' | 'half-open';
  /** How long the slot remains suspended, in milliseconds; 0 unless the breaker is open. */
  readonly restMs: number;
  /** When the slot last failed, by the breaker's clock; `-Infinity` if it never did. */
  readonly failedAtMs: number;
  /** The failure that last suspended the slot; null if none did. */
  readonly openedBy: FailedOutcome | null;
  /**
   * Null if the slot may be asked now; otherwise the failure that suspended it, with a cause that also
   * describes the suspension.
   */
  refusal(): FailedOutcome | null;
  /** Calls `listener` whenever the slot is suspended, until the result is disposed. */
  onOpen(listener: () => void): Disposable;
  /**
   * Runs one attempt and records its outcome. The attempt is made even if the breaker is open, as a last
   * resort. If an attempt throws, the caller cancelled it, which says nothing about the slot.
   */
  run(call: () => Promise<SearchOutcome>): Promise<SearchOutcome>;
};

/**
 * Decides whether a failure counts; null if it says nothing about the slot, because Sayso itself sent a
 * parameter that the slot refuses.
 */
const RESTS: Readonly<Record<FailedReason, Rest | null>> = {
  configuration: rests.lasting,
  rate: rests.refused,
  blocked: rests.refused,
  timeout: rests.passing,
  network: rests.passing,
  protocol: rests.passing,
  upstream: rests.passing,
  'bad-parameter': null,
};

/** Creates a closed breaker. `RESTS` and `net/wait-policy.ts` decide when it opens and for how long. */
export function createBreaker(now: Clock): Breaker {
  return new SlotBreaker(now);
}

class SlotBreaker implements Breaker {
  readonly #now: Clock;
  readonly #listeners = new Set<() => void>();
  #phase: 'closed' | 'open' | 'probing' = 'closed';
  /** The failure that opened the breaker, not later ones. */
  #openedBy: FailedOutcome | null = null;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  /** Failures in a row while closed. */
  #strikes = 0;
  /** Suspensions in a row. */
  #breaks = 0;
  #restEndsAtMs = 0;

  constructor(now: Clock) {
    this.#now = now;
  }

  get state() {
    if (this.#phase === 'closed') return 'closed';
    return this.#phase === 'open' && !this.#isDue ? 'open' : 'half-open';
  }

  get restMs() {
    return this.#phase === 'open' ? Math.max(0, this.#restEndsAtMs - this.#now()) : 0;
  }

  get failedAtMs() {
    return this.#failedAtMs;
  }

  get openedBy() {
    return this.#openedBy;
  }

  refusal(): FailedOutcome | null {
    if (this.#admits || this.#openedBy === null) return null;
    const { reason, cause } = this.#openedBy;
    const leftMs = Math.max(0, this.#restEndsAtMs - this.#now());
    if (leftMs === 0) return failed(reason, `skipped while another question tries it again: ${cause}`);
    return failed(reason, `skipped for another ${inWords(leftMs)}: ${cause}`, leftMs);
  }

  onOpen(listener: () => void): Disposable {
    const own = () => listener();
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => this.#listeners.delete(own) };
  }

  async run(call: () => Promise<SearchOutcome>): Promise<SearchOutcome> {
    const kind = this.#phase === 'closed' ? 'usual' : this.#admits ? 'probe' : 'last resort';
    if (kind === 'probe') this.#phase = 'probing';
    try {
      const outcome = await call();
      this.#record(outcome, kind);
      return outcome;
    } finally {
      // The caller cancelled the probe, so the next search sends another one at once.
      if (kind === 'probe' && this.#phase === 'probing') this.#phase = 'open';
    }
  }

  get #isDue(): boolean {
    return this.#now() >= this.#restEndsAtMs;
  }

  get #admits(): boolean {
    return this.#phase === 'closed' || (this.#phase === 'open' && this.#isDue);
  }

  #record(outcome: SearchOutcome, kind: 'usual' | 'probe' | 'last resort'): void {
    const rest = outcome.status === 'failed' ? restAfter(outcome) : null;
    if (rest !== null) this.#failedAtMs = this.#now();
    // Attempts that were in progress when the breaker opened add no information.
    if (kind === 'usual' && this.#phase !== 'closed') return;
    if (outcome.status !== 'failed' || rest === null) {
      this.#close();
    } else if (kind !== 'last resort') {
      this.#strikes++;
      if (kind === 'probe' || this.#strikes >= rest.strikes) this.#open(outcome, rest);
    }
  }

  #close(): void {
    this.#phase = 'closed';
    this.#strikes = 0;
    this.#breaks = 0;
  }

  #open(failure: FailedOutcome, rest: Rest): void {
    this.#phase = 'open';
    this.#openedBy = failure;
    this.#restEndsAtMs = this.#now() + Math.min(rest.longestMs, rest.restMs * 2 ** this.#breaks);
    this.#breaks++;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** How long a slot is suspended after a failure; null if it is not suspended. */
function restAfter({ reason, retryAfterMs }: FailedOutcome): Rest | null {
  const rest = RESTS[reason];
  return rest === null ? null : restFor(rest, retryAfterMs);
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
