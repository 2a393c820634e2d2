import type { Question } from '../core/question.ts';

/** The query. */
export type Condensed = {
  /** A question that can be understood without the conversation before it. */
  readonly text: string;
  /** The tokens of the model call, prompt and completion together; 0 if no model was called. */
  readonly tokens: number;
};

/**
 * Turns a conversation and its last question into one query, within `budgetMs`. A first question stays as it
 * is. Throws only when `signal` aborts, with the signal's reason.
 */
export type Condense = (question: Question, budgetMs: number, signal: AbortSignal) => Promise<Condensed>;
