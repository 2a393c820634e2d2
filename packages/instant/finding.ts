import type { LanguageCode } from './language-words.ts';

/** The meaning of a question, as read in one language, with its answer. */
export type InstantFinding = {
  /** The answer as Markdown. */
  readonly text: string;
  /** Identifies the meaning: readings in two languages mean the same if their values are equal. */
  readonly value: string;
  /** Assumptions that the answer states, as Markdown sentences. */
  readonly notes?: readonly string[];
  /** Assumptions that are stated only if the question would have another meaning in another language. */
  readonly doubts?: readonly string[];
};

/** A finding with the language of its answer. */
export type InstantAnswer = { readonly text: string; readonly language: LanguageCode };
