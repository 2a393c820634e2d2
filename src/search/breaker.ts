import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import type { Rest } from '../net/wait-policy.ts';
import { type FailedOutcome, failed, type SearchOutcome } from './backend.ts';
import { restAfter } from './breaker-policy.ts';

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

/**
 * What the circuit learns from an attempt: its outcome or the thrown error, and whether it opens the circuit.
 */
type Judged = { readonly breaks: boolean } & (
  | { readonly outcome: SearchOutcome }
  | { readonly thrown: unknown }
);

/**
 * Creates a closed breaker. cockatiel holds the state; `breaker-policy.ts` decides when it opens and for how
 * long.
 */
export function createBreaker(now: Clock): Breaker {
  /** The failure that opened the circuit, not later ones. */
  let opener: FailedOutcome | null = null;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let strikes = 0;
  let breaks = 0;
  let restEndsAtMs = 0;
  const circuit = circuitBreaker(
    handleWhenResult((judged) => isJudged(judged) && judged.breaks),
    { breaker: new ConsecutiveBreaker(1), halfOpenAfter: { next: restOnOurClock } },
  );

  /**
   * cockatiel asks for the duration and compares it with the wall clock, which can be set back. This returns
   * infinity until the suspension is over by the breaker's own clock, and then minus infinity.
   */
  function restOnOurClock() {
    return {
      get duration() {
        return now() < restEndsAtMs ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      },
      next: restOnOurClock,
    };
  }

  /** The suspension that an outcome calls for; null if it says nothing against the slot. */
  function noteFailure(outcome: SearchOutcome): Rest | null {
    const rest = outcome.status === 'failed' ? restAfter(outcome) : null;
    if (rest !== null) failedAtMs = now();
    return rest;
  }

  /** Records an outcome; true if it opens the circuit. */
  function count(outcome: SearchOutcome, probing: boolean): boolean {
    const rest = noteFailure(outcome);
    // Attempts that were in progress when the circuit opened add no information.
    if (!probing && circuit.state !== CircuitState.Closed) return false;
    if (outcome.status !== 'failed' || rest === null) {
      strikes = 0;
      breaks = 0;
      return false;
    }
    strikes++;
    if (!probing && strikes < rest.strikes) return false;
    opener = outcome;
    restEndsAtMs = now() + Math.min(rest.longestMs, rest.restMs * 2 ** breaks);
    breaks++;
    return true;
  }

  async function runThroughCircuit(call: () => Promise<SearchOutcome>): Promise<SearchOutcome> {
    const probing = circuit.state === CircuitState.Open;
    const judged = await circuit.execute(async (): Promise<Judged> => {
      try {
        const outcome = await call();
        return { outcome, breaks: count(outcome, probing) };
      } catch (thrown) {
        // cockatiel counts a probe that throws as passed. After it is opened again, the circuit is due for
        // another probe at once.
        return { thrown, breaks: probing };
      }
    });
    if ('thrown' in judged) throw judged.thrown;
    return judged.outcome;
  }

  async function runAsLastResort(call: () => Promise<SearchOutcome>): Promise<SearchOutcome> {
    const outcome = await call();
    if (noteFailure(outcome) !== null) return outcome;
    strikes = 0;
    breaks = 0;
    // Isolating and releasing is cockatiel's only way to close a circuit by hand.
    circuit.isolate().dispose();
    return outcome;
  }

  const isDue = () => now() >= restEndsAtMs;
  const admits = () =>
    circuit.state === CircuitState.Closed || (circuit.state === CircuitState.Open && isDue());

  return {
    get state() {
      if (circuit.state === CircuitState.Closed) return 'closed';
      return circuit.state === CircuitState.Open && !isDue() ? 'open' : 'half-open';
    },
    get restMs() {
      return circuit.state === CircuitState.Open ? Math.max(0, restEndsAtMs - now()) : 0;
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
      const listening = circuit.onStateChange((state) => {
        if (state === CircuitState.Open) listener();
      });
      return { [Symbol.dispose]: () => listening.dispose() };
    },
    run: (call) => (admits() ? runThroughCircuit(call) : runAsLastResort(call)),
  };
}

function isJudged(value: unknown): value is Judged {
  return typeof value === 'object' && value !== null && 'breaks' in value;
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
