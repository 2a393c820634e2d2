import type { SlotPosition } from './attempt.ts';
import type { Fault } from './failure.ts';

/** The state of the service. */
export type Status = {
  readonly version: string;
  /** True when answers can be written. */
  readonly llmConfigured: boolean;
  /** URL of the first slot without secrets; empty when there is none. */
  readonly searchPrimaryUrl: string;
  /** The same of the second slot. */
  readonly searchSecondaryUrl: string;
};

/** The state of one slot, known from earlier questions; reading it makes no call. */
export type SlotStatus = {
  readonly position: SlotPosition;
  /** Its name for anyone: "primary (searxng)". */
  readonly name: string;
  /** Its name for the operator, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  /** The calls that the operator still allows, by period; empty if they are not limited. */
  readonly callsLeft?: readonly { readonly period: 'day' | 'month'; readonly left: number }[];
  /** The state of its breaker: `open` is skipped, `half-open` is tried by the next search. */
  readonly state: 'closed' | 'open' | 'half-open';
  /** The remaining time for which it will be skipped, in milliseconds; 0 unless `open`. */
  readonly restMs: number;
  /** The last call: why it failed or what to fix (empty if nothing), how long ago; null without one. */
  readonly lastCall: {
    readonly status: 'ok' | 'empty' | 'failed';
    readonly fault: Fault;
    readonly agoMs: number;
  } | null;
};

/** The result of testing one part of the configuration with a real call. Contains no secrets. */
export type Diagnosis = {
  /** The part's name for the operator: "primary (searxng at http://host)". */
  readonly name: string;
  readonly ok: boolean;
  /** The result, or the problem. */
  readonly cause: string;
  /** The remedy, or with `ok` an improvement, which `sayso doctor` prints as a note; empty for neither. */
  readonly remedy: string;
  /** Whether questions can be answered with this part alone. */
  readonly answers?: boolean;
};

/** Whether a question can be answered now. */
export type Readiness = {
  /** What the process is short of, so that it refuses new questions; null if it is short of nothing. */
  readonly shortOf: 'time' | 'memory' | null;
  /** True when a slot works or a model may answer alone, and the process is not short of any resource. */
  readonly ready: boolean;
  /** True when a model may answer although no slot does. */
  readonly answersAlone: boolean;
  readonly slots: readonly SlotStatus[];
};

/** Whether a question can be answered, from the state of the slots, the model and the process. */
export function readinessOf({ shortOf, answersAlone, slots }: Omit<Readiness, 'ready'>): Readiness {
  const ready = shortOf === null && (answersAlone || slots.some(({ state }) => state !== 'open'));
  return { shortOf, ready, answersAlone, slots };
}
