import type { SearchEngine } from './terms.ts';

/** What the service says about itself. */
export type Status = {
  readonly version: string;
  /** True when answers can be written. */
  readonly llmConfigured: boolean;
  /** URL of the first slot without anything secret; empty when there is none. */
  readonly searchPrimaryUrl: string;
  readonly searchSecondaryUrl: string;
};

/** What is known of one slot from the questions so far, without asking it. */
export type SlotStatus = {
  readonly engine: SearchEngine;
  /** How the operator knows it, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  /** Of its breaker: `closed` is asked as usual, `open` is left alone, `half-open` is tried by the next search. */
  readonly state: 'closed' | 'open' | 'half-open';
  /** How long it is left alone yet, in milliseconds; 0 unless `open`. */
  readonly restMs: number;
  /** How the last call ended, why it failed or what could be mended, and how long ago that is; null without one yet. */
  readonly lastCall: {
    readonly status: 'ok' | 'empty' | 'failed';
    readonly cause: string;
    readonly agoMs: number;
  } | null;
};

/** Whether a question would find a way to an answer. */
export type Readiness = {
  /** What the process is short of, so that new questions are refused; null while all is well. */
  readonly shortOf: 'time' | 'memory' | null;
  /** True when some slot is not broken or a model may answer alone, and the process is short of nothing. */
  readonly ready: boolean;
  /** True when a model may answer where no slot does. */
  readonly answersAlone: boolean;
  readonly slots: readonly SlotStatus[];
};
