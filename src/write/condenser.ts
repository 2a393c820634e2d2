import type { Question } from '../core/terms.ts';

/** What to search for. */
export type Condensed = {
  /** A question that can be understood without the conversation before it. */
  readonly text: string;
  /** What finding it cost, prompt and completion together; 0 where no model was asked. */
  readonly tokens: number;
};

/**
 * Makes one question to search for out of a conversation and its last question, within `budgetMs`. A first question stays as it is. Throws only
 * when `signal` aborts, with the signal's reason.
 */
export type Condense = (question: Question, budgetMs: number, signal: AbortSignal) => Promise<Condensed>;
