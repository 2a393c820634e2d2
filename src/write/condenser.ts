import type { Question } from '../core/question.ts';

/** The query. */
export type Condensed = {
  /** A question that can be understood without the conversation before it. */
  readonly text: string;
  /** True if another meaning is likely, too. */
  readonly isGuess?: true;
  /** The query as a model writes it, if one was asked; never rejects. */
  readonly rewriting?: Promise<Rewritten>;
  /** The tokens of the model call, prompt and completion together; 0 if no model was called. */
  readonly tokens: number;
};

/** A follow-up, rewritten by a model; `text` is empty if the reply is not usable. */
export type Rewritten = Pick<Condensed, 'text' | 'tokens'>;

/**
 * Turns a conversation and its last question into one query, within `budgetMs`. A first question stays as it
 * is. A model that is asked writes at the same time (`rewriting`), so that the guess can be searched for.
 */
export type Condense = (question: Question, budgetMs: number, signal: AbortSignal) => Promise<Condensed>;
