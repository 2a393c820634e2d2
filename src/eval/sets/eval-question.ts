/** A page that a set brings along for a question. */
export type EvalPage = {
  readonly url: string;
  readonly title: string;
  /** Plain text; paragraphs are separated by line feeds. */
  readonly text: string;
  /** When it was published, as an ISO 8601 date; null if the set does not say. */
  readonly publishedAt: string | null;
};

/** A question of a set, with what is needed to grade an answer to it. */
export type EvalQuestion = {
  /** Unique within the set. */
  readonly id: string;
  readonly question: string;
  /** Texts of which an answer must contain one. */
  readonly answers: readonly string[];
  /** Regular expressions of which an answer must match one. Without answers and patterns, none is right. */
  readonly patterns: readonly string[];
  /** A group of questions within the set; empty if the set has none. */
  readonly kind: string;
  /** The day on which the answers were right, as an ISO 8601 date; null if the set does not say. */
  readonly asOf: string | null;
  /** All pages that may be found, in the order of the search results; null to search as usual. */
  readonly pages: readonly EvalPage[] | null;
};

/** Whether any answer counts as right; the right reply to other questions is that the sources do not say. */
export function isAnswerable({ answers, patterns }: Pick<EvalQuestion, 'answers' | 'patterns'>): boolean {
  return answers.length > 0 || patterns.length > 0;
}
