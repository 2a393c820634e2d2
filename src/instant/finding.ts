import type { TongueCode } from './tongues/tongue.ts';

/** What a question was found to mean, read in one language, with its answer. */
export type InstantFinding = {
  /** The answer as Markdown. */
  readonly text: string;
  /** Equal for equal meanings: readings in two languages that have the same value agree. */
  readonly value: string;
  /** Assumptions that the answer states, as Markdown sentences. */
  readonly notes?: readonly string[];
  /** Assumptions that are stated only if another language would read the question in another way. */
  readonly doubts?: readonly string[];
};

/** A finding with the language of its answer. */
export type InstantAnswer = { readonly text: string; readonly language: TongueCode };
