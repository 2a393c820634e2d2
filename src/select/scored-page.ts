import type { TermCounts } from './terms.ts';
import type { Unit } from './units.ts';

/** A page from which sentences are selected. */
export type ScoredPage = {
  /** Its sentences; if the page has a title, the title comes first. */
  readonly units: readonly Unit[];
  /** The question's terms in each of them. */
  readonly matches: readonly TermCounts[];
  /** The relevance of each of them (`score`). */
  readonly scores: Float64Array;
  /** The tokens of the page's title, which are counted when the first of its sentences is selected. */
  readonly titleTokens: number;
};
