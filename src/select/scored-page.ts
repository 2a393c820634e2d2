import type { TermCounts } from './terms.ts';
import type { Unit } from './units.ts';

/** A page of which sentences are selected. */
export type ScoredPage = {
  /** Its sentences; the title is the first, if it has one. */
  readonly units: readonly Unit[];
  /** What each of them has of the question. */
  readonly matches: readonly TermCounts[];
  /** How relevant each of them is (`score`). */
  readonly scores: Float64Array;
  /** What the page costs once, when the first of its sentences is selected: its title, in tokens. */
  readonly titleTokens: number;
};
