import type { CitationMove } from './terms.ts';

/** How a statement compares with the sources. A verdict never means that the statement is true. */
export type StatementVerdict =
  /** A source says the same. */
  | 'supported'
  /** The closest source contradicts it: with another number, date, unit or name, or by denying it. */
  | 'differs'
  /** No source mentions it. */
  | 'not-found'
  /** Too short, a question, a heading, or in a language that cannot be judged. */
  | 'not-checked';

/** A sentence of a source that supports a statement, word for word. */
export type SourceQuote = {
  /** Number of the source. */
  readonly source: number;
  readonly text: string;
  /** Offsets in the source's evidence, like those of its passages. */
  readonly from: number;
  readonly to: number;
};

/** The point on which a statement and the closest source disagree. */
export type Difference = {
  readonly kind: 'number' | 'date' | 'unit' | 'name' | 'negation';
  /** The part of the statement that differs; for a negation, its whole text. */
  readonly stated: string;
  /** The source's words that correspond to `stated`. */
  readonly found: SourceQuote;
};

/** A statement of an answer and its verdict. */
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
   * The probability, 0 to 1, that the closest source supports it. Of the statements that people judged, about
   * 70% of those with the score 0.7 were supported, and likewise for every other score. Null if it was not
   * checked.
   */
  readonly score: number | null;
  /** The sentences closest to it, best first; none if it was not found or not checked. */
  readonly quotes: readonly SourceQuote[];
  /** Its citations that were changed while it was written; absent if none was. */
  readonly citationMoves?: readonly CitationMove[];
  /** Only for `differs`. */
  readonly difference?: Difference;
};
