import type { SentTurn } from '../core/question.ts';

/** The texts that make up a prompt for a chat model. */
export type Prompt = {
  /** Empty if the model gets no instructions. */
  readonly system: string;
  /** The messages between the instructions and the last message. */
  readonly turns?: readonly SentTurn[];
  readonly user: string;
};
