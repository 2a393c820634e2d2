import type { Match } from '@sayso/text/relevance.ts';
import type { PageSentence } from './sentences.ts';

/** A page from which sentences are selected. */
export type ScoredPage = {
  /** Its sentences; if the page has a title, the title comes first. */
  readonly sentences: readonly PageSentence[];
  /** The question's terms in each of them. */
  readonly matches: readonly Match[];
  /** The relevance of each of them (`score`). */
  readonly scores: Float64Array;
  /** The tokens of the page's title, which are counted when the first of its sentences is selected. */
  readonly titleTokens: number;
};
