import type { State } from './state.ts';

/** The questions of a conversation, oldest first. */
export function questionsOf({ thread, question }: Pick<State, 'thread' | 'question'>): [string, ...string[]] {
  const [first, ...others] = thread.map((exchange) => exchange.question);
  return first === undefined ? [question] : [first, ...others, question];
}
