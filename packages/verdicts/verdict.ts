/** How a statement compares with the sources. A verdict never means that the statement is true. */
type StatementVerdict =
  /** A source says the same. */
  | 'supported'
  /** The closest source contradicts it: with another number, date, unit or name. */
  | 'differs'
  /** No source mentions it. */
  | 'not-found'
  /** It claims nothing, or cannot be compared; the reason says which. */
  | 'not-checked';

/** Why a statement was not found, or not checked. */
type VerdictReason =
  /** Not found in the passages that were compared; the rest of the sources' texts may say it. */
  | 'not-in-passages'
  /** Not found, and the sources were compared as a whole. */
  | 'not-in-sources'
  /** A heading, a question, a formula, an announcement, advice, or a statement about the sources. */
  | 'no-claim'
  /** The sources are in another language, and so their words cannot be compared. */
  | 'other-language'
  /** Little known of its language, and its words do not settle it. */
  | 'no-rules'
  /** The answer has too many statements. */
  | 'limit';

/** A part of a source, word for word. */
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
  readonly kind: 'number' | 'date' | 'unit' | 'name';
  /** The part of the statement that differs. */
  readonly stated: string;
  /** The source's words that correspond to `stated`. */
  readonly found: SourceQuote;
};

/** A statement that is judged: plain text without markup and citations, and the numbers that it cites. */
export type JudgedText = {
  readonly text: string;
  readonly citations: readonly number[];
  readonly isHeading?: boolean;
  /** For a row of a table, its cells, which the text has one after another. */
  readonly cells?: readonly string[];
};

/** The verdict on one statement. */
export type Judgement = {
  readonly verdict: StatementVerdict;
  /**
   * The probability, 0 to 1, that the closest source supports it. Of the statements that people judged, about
   * 70% of those with the score 0.7 were supported, and likewise for every other score. Null if it was not
   * checked.
   */
  readonly score: number | null;
  /** The sentences closest to it, best first; none if it was not found or not checked. */
  readonly quotes: readonly SourceQuote[];
  /** Only for `differs`. */
  readonly difference?: Difference;
  /** Only for `not-found` and `not-checked`. */
  readonly reason?: VerdictReason;
  /** Only for `not-found`: the sentences that come closest, if any shares a word with the statement. */
  readonly closest?: SourceQuote;
  /** Whether the verdict is fairly certain; others deserve a second opinion. Absent if unchecked. */
  readonly isSure?: boolean;
};
