import { type Rest, restFor, rests } from '../net/wait-policy.ts';
import { type FailedOutcome, type FailedReason, failed, type SearchOutcome } from './backend.ts';

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
  /** Null if the slot may be asked now; otherwise the failure that suspended it, in words that say so. */
  refusal(): FailedOutcome | null;
  /** Calls `listener` whenever the slot is suspended, until the result is disposed. */
  onOpen(listener: () => void): Disposable;
  /**
   * Runs one attempt and records its outcome. The attempt is made even if there is a refusal, as a last
   * resort. An attempt that throws was cancelled by the caller and says nothing about the slot.
   */
  run(call: () => Promise<SearchOutcome>): Promise<SearchOutcome>;
};

/** Null for failures that say nothing about the slot: Sayso has to fix a parameter that the slot refuses. */
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
  let phase: 'closed' | 'open' | 'probing' = 'closed';
  /** The failure that opened the breaker, not later ones. */
  let opener: FailedOutcome | null = null;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  /** Failures in a row while closed, and suspensions in a row. */
  let strikes = 0;
  let breaks = 0;
  let restEndsAtMs = 0;
  const listeners = new Set<() => void>();
  const isDue = () => now() >= restEndsAtMs;
  const admits = () => phase === 'closed' || (phase === 'open' && isDue());

  function close(): void {
    phase = 'closed';
    strikes = 0;
    breaks = 0;
  }

  function open(failure: FailedOutcome, rest: Rest): void {
    phase = 'open';
    opener = failure;
    restEndsAtMs = now() + Math.min(rest.longestMs, rest.restMs * 2 ** breaks);
    breaks++;
    for (const listener of [...listeners]) listener();
  }

  /** Records the outcome of an attempt, which was a probe, a last resort or neither. */
  function record(outcome: SearchOutcome, kind: 'usual' | 'probe' | 'last resort'): void {
    const rest = outcome.status === 'failed' ? restAfter(outcome) : null;
    if (rest !== null) failedAtMs = now();
    // Attempts that were in progress when the breaker opened add no information.
    if (kind === 'usual' && phase !== 'closed') return;
    if (outcome.status !== 'failed' || rest === null) {
      close();
    } else if (kind !== 'last resort') {
      strikes++;
      if (kind === 'probe' || strikes >= rest.strikes) open(outcome, rest);
    }
  }

  return {
    get state() {
      if (phase === 'closed') return 'closed';
      return phase === 'open' && !isDue() ? 'open' : 'half-open';
    },
    get restMs() {
      return phase === 'open' ? Math.max(0, restEndsAtMs - now()) : 0;
    },
    get failedAtMs() {
      return failedAtMs;
    },
    get openedBy() {
      return opener;
    },
    refusal() {
      if (admits() || opener === null) return null;
      const { reason, cause } = opener;
      const leftMs = Math.max(0, restEndsAtMs - now());
      if (leftMs === 0) return failed(reason, `skipped while it is tried again: ${cause}`);
      return failed(reason, `skipped for another ${inWords(leftMs)}: ${cause}`, leftMs);
    },
    onOpen(listener) {
      const own = () => listener();
      listeners.add(own);
      return { [Symbol.dispose]: () => listeners.delete(own) };
    },
    async run(call) {
      const kind = phase === 'closed' ? 'usual' : admits() ? 'probe' : 'last resort';
      if (kind === 'probe') phase = 'probing';
      try {
        const outcome = await call();
        record(outcome, kind);
        return outcome;
      } finally {
        // The caller cancelled the probe, so another one is due at once.
        if (kind === 'probe' && phase === 'probing') phase = 'open';
      }
    },
  };
}

/** How long a slot is suspended after a failure; null for not at all. */
function restAfter({ reason, retryAfterMs }: FailedOutcome): Rest | null {
  const rest = RESTS[reason];
  return rest === null ? null : restFor(rest, retryAfterMs);
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
