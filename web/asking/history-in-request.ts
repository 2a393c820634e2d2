import type { ShownExchange } from '../state/state.ts';

/**
 * The service's limits for a conversation: the number of exchanges, and the length of each answer in
 * characters.
 */
const MAX_HISTORY = 5;
const MAX_ANSWER_CHARS = 16_000;

/** The answered exchanges in the form that the service reads, oldest first; empty for a first question. */
export function historyOf(thread: readonly ShownExchange[]): object {
  const history = thread.slice(-MAX_HISTORY).map(({ question, answer }) => ({
    question,
    answer: (answer?.markdown ?? '').slice(0, MAX_ANSWER_CHARS),
    answer_id: answer?.answerId || undefined,
  }));
  return history.length === 0 ? {} : { history };
}
