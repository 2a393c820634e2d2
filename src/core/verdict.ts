import type { CitationMove } from './terms.ts';

/** What the sources say of a statement. Never that it is true. */
export type StatementVerdict =
  /** A source says it. */
  | 'supported'
  /** The closest source says something else: another number, date, unit or name, or it denies it. */
  | 'differs'
  /** No source says it. */
  | 'not-found'
  /** Too short, a question, a heading, or in a language that cannot be judged. */
  | 'not-checked';

/** A sentence of a source that supports a statement, word for word. */
export type SourceQuote = {
  /** Number of the source. */
  readonly source: number;
  readonly text: string;
  /** Offsets in the source's evidence, as those of its passages. */
  readonly from: number;
  readonly to: number;
};

/** Where a statement and the closest source disagree. */
export type Difference = {
  readonly kind: 'number' | 'date' | 'unit' | 'name' | 'negation';
  /** What the statement says; for a negation, its whole text. */
  readonly stated: string;
  /** What the source says instead. */
  readonly found: SourceQuote;
};

/** A statement of an answer and what the sources say of it. */
export type JudgedStatement = {
  /** Its position among the statements of the answer; the first is 0. */
  readonly index: number;
  /** Plain text without markup and citations. */
  readonly text: string;
  /** Its offsets in the answer's Markdown. */
  readonly from: number;
  readonly to: number;
  readonly verdict: StatementVerdict;
  /**
   * How likely it is, 0 to 1, that the closest source supports it: of the statements with score s that people
   * judged, about a share s was supported. Null if it was not checked.
   */
  readonly score: number | null;
  /** The sentences closest to it, best first; none if it was not found or not checked. */
  readonly quotes: readonly SourceQuote[];
  /** Its citations that were changed while it was written; absent if none was. */
  readonly citationMoves?: readonly CitationMove[];
  /** Only for `differs`. */
  readonly difference?: Difference;
};
