import type { Grade } from './grade.ts';

/** Where the answer to a question was seen on its way from the search to the prompt. */
export type RetrievalTrace = {
  /** In a hit: in its title or excerpt, or in the page that the set brings for it. */
  readonly inHits: boolean;
  /** In a page that was read, or in the text that the back-end returned for it. */
  readonly inPages: boolean;
  /** In the passages that the writer got. */
  readonly inContext: boolean;
};

/** How the citations of an answer cover its statements; `countCitations` has the definition. */
export type CitationCount = {
  /** Statements that were compared with the sources. */
  readonly statements: number;
  /** Of these, the ones that the sources which they cite support. */
  readonly supportedAndCited: number;
  /** Citations of these statements; a source counts once for each statement. */
  readonly citations: number;
  /** Of these, the ones that alone support their statement, or without which it is not supported. */
  readonly rightCitations: number;
};

/** What a question led to: one line of the file with all results. */
export type EvalRecord = {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  /** What would have been right, for the report: answers, or patterns. */
  readonly answers: readonly string[];
  readonly isAnswerable: boolean;
  /** Markdown; empty if there is none. */
  readonly text: string;
  /** BCP 47, or `und`. */
  readonly language: string;
  /** The name of the model that wrote it; empty if none did. */
  readonly model: string;
  /** Why there is no answer; null if there is one. */
  readonly failure: string | null;
  /** Absent for a failure. */
  readonly exact?: Grade;
  /** What the model judge says; absent if it was not asked, or failed. */
  readonly judged?: Grade;
  /** What a person says; absent if nobody was asked. */
  readonly reviewed?: Grade;
  /** Null if it cannot be seen from outside. */
  readonly retrieval: RetrievalTrace | null;
  /** Null if the passages cannot be seen from outside. */
  readonly citations: CitationCount | null;
  /** Model calls; null if the server does not say. */
  readonly calls: number | null;
  /** Prompts and replies together, as reported or estimated; null if the server does not say. */
  readonly tokens: number | null;
  /** Of these, the tokens of the answer, which are counted in its text. */
  readonly answerTokens: number;
  /** From the question to the first word; null if there was none. */
  readonly firstMs: number | null;
  readonly totalMs: number;
};
