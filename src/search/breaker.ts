import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import type { Rest } from '../net/wait-policy.ts';
import { type FailedOutcome, failed, type SearchOutcome } from './backend.ts';
import { restAfter } from './breaker-policy.ts';

/** Milliseconds from any fixed point; only differences count. */
export type Clock = () => number;

/** Remembers how a slot failed, and whether it is worth asking. */
export type Breaker = {
  /** `half-open`: it is being tried, or the next search tries it. */
  readonly state: 'closed' | 'open' | 'half-open';
  /** How long the slot is left alone yet, in milliseconds; 0 unless the breaker is open. */
  readonly restMs: number;
  /** When the slot failed last, by the breaker's clock; `-Infinity` when it never did. */
  readonly failedAtMs: number;
  /** The failure that the slot was last left alone for; null when it never was. */
  readonly openedBy: FailedOutcome | null;
  /** Null when the slot may be asked now; else the failure that it is left alone for, in words that say so. */
  refusal(): FailedOutcome | null;
  /** Calls `listener` each time that the slot begins to be left alone, until the result is disposed. */
  onOpen(listener: () => void): Disposable;
  /**
   * Runs one call and learns from its outcome. Where there is a refusal the call is made all the same, as a last
   * resort. A call that throws was given up by the caller and proves nothing.
   */
  run(call: () => Promise<SearchOutcome>): Promise<SearchOutcome>;
};

/** What the circuit sees of a call: an outcome or what was thrown, and whether that breaks it. */
type Judged = { readonly breaks: boolean } & (
  | { readonly outcome: SearchOutcome }
  | { readonly thrown: unknown }
);

/** A closed breaker. cockatiel keeps the state, `breaker-policy.ts` says when it breaks and for how long. */
export function createBreaker(now: Clock): Breaker {
  /** Why the circuit is open, and no failure that came later. */
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
   * cockatiel asks how long the rest is and compares with the wall clock, which may be set back; this answers "for ever"
   * until the rest is over by our clock, and then "not at all".
   */
  function restOnOurClock() {
    return {
      get duration() {
        return now() < restEndsAtMs ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      },
      next: restOnOurClock,
    };
  }

  /** The rest that an outcome asks for; null where it says nothing against the slot. */
  function noteFailure(outcome: SearchOutcome): Rest | null {
    const rest = outcome.status === 'failed' ? restAfter(outcome) : null;
    if (rest !== null) failedAtMs = now();
    return rest;
  }

  /** Counts an outcome; true when it breaks the circuit. */
  function count(outcome: SearchOutcome, probing: boolean): boolean {
    const rest = noteFailure(outcome);
    // Calls that were under way when the circuit broke tell nothing new.
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
        // To cockatiel a probe that throws has passed. Opened again, the circuit is due for another one at once.
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
    // Isolated and released: the one way cockatiel has to close a circuit by hand.
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
