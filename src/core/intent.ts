import type { Exchange } from './terms.ts';

/**
 * What a message asks for: facts to be searched; work on a text that the message contains; work on the
 * previous answer, or doubts about it; or nothing but talk, such as a greeting or a test of the connection.
 * Only `search` may reach a search engine.
 */
export type Intent = 'search' | 'task' | 'answer' | 'talk';

/** A message in its conversation. */
export type MessageInContext = {
  readonly text: string;
  readonly history: readonly Exchange[];
  /** The instructions of the calling program (its system messages); empty if it sent none. */
  readonly system: string;
  /** True if it was sent to a chat interface, where `test` tests the connection and not the search. */
  readonly isChat: boolean;
};

/** Decides what a message asks for. Takes linear time. */
export type FindIntent = (message: MessageInContext) => Intent;
