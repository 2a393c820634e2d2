import type { SearchEngine } from './terms.ts';

/** The state of the service. */
export type Status = {
  readonly version: string;
  /** True when answers can be written. */
  readonly llmConfigured: boolean;
  /** URL of the first slot without secrets; empty when there is none. */
  readonly searchPrimaryUrl: string;
  readonly searchSecondaryUrl: string;
};

/** What earlier questions showed about one slot; reading it makes no call. */
export type SlotStatus = {
  readonly engine: SearchEngine;
  /** Its name for the operator, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  /**
   * The state of its breaker: `closed` is called as usual, `open` is skipped, `half-open` is tried by the
   * next search.
   */
  readonly state: 'closed' | 'open' | 'half-open';
  /** How much longer it will be skipped, in milliseconds; 0 unless `open`. */
  readonly restMs: number;
  /** How the last call ended, why it failed or what to fix, and how long ago; null before the first call. */
  readonly lastCall: {
    readonly status: 'ok' | 'empty' | 'failed';
    readonly cause: string;
    readonly agoMs: number;
  } | null;
};

/** Whether a question can be answered now. */
export type Readiness = {
  /** The resource the process lacks, so that it refuses new questions; null when there is no shortage. */
  readonly shortOf: 'time' | 'memory' | null;
  /** True when a slot works or a model may answer alone, and the process lacks no resource. */
  readonly ready: boolean;
  /** True when a model may answer although no slot does. */
  readonly answersAlone: boolean;
  readonly slots: readonly SlotStatus[];
};

/** The result of testing one part of the configuration with a real call. Contains no secrets. */
export type Diagnosis = {
  /** The part as the operator knows it: "primary (searxng at http://host)". */
  readonly name: string;
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly cause: string;
  /** What to do about it, or what could be improved; empty when there is nothing to do. */
  readonly remedy: string;
};
