import type { Exchange, Intent } from './terms.ts';

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
