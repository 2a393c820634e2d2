import { initialState, type State } from '../state.ts';

/** What is kept of a conversation: what the page needs to show it again, and when it was answered, in milliseconds since 1970. */
export type Entry = {
  readonly id: string;
  readonly at: number;
  /** The first question of the conversation; the history is read by it. */
  readonly title: string;
  readonly shown: Shown;
};

/** The part of the state that tells of questions and answers; the rest belongs to the moment. */
type Shown = Pick<
  State,
  | 'question'
  | 'thread'
  | 'sources'
  | 'blocks'
  | 'quotes'
  | 'answer'
  | 'sentences'
  | 'language'
  | 'totalMs'
  | 'times'
>;

/** What to keep of a state that holds a whole answer. */
export function toEntry(id: string, at: number, state: State): Entry {
  const { question, thread, sources, blocks, quotes, answer, sentences, language, totalMs, times } = state;
  const shown = { question, thread, sources, blocks, quotes, answer, sentences, language, totalMs, times };
  return { id, at, title: thread[0]?.question ?? question, shown };
}

/** The state that shows an entry again. Its HTML passes the page's own wall like any other. */
export function toState({ shown }: Entry): State {
  return { ...initialState, ...shown, phase: 'ended' };
}
