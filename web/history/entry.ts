import { exchangeIn, wholeExchange } from '../state/exchanges.ts';
import { initialState, type ShownExchange, type State } from '../state/state.ts';

/**
 * The stored form of a conversation: the data that the page needs to show it again, and the time of its
 * answer, in milliseconds since 1970.
 */
export type HistoryEntry = {
  readonly id: string;
  readonly at: number;
  /** The first question of the conversation, shown in the history. */
  readonly title: string;
  /** The name that the reader gave it; empty or absent if there is none. */
  readonly name?: string | undefined;
  readonly isPinned?: boolean | undefined;
  readonly shown: Shown;
};

/** The part of the state with questions and answers; the rest is temporary. */
type Shown = ShownExchange & Pick<State, 'thread' | 'scope' | 'isDeep' | 'plan'>;

/** The entry for a state with a whole answer. */
export function toEntry(id: string, at: number, state: State): HistoryEntry {
  const { thread, scope, isDeep, plan } = state;
  const shown = { ...exchangeIn(state), thread, scope, isDeep, plan };
  return { id, at, title: thread[0]?.question ?? state.question, shown };
}

/** The state that shows an entry again. Its HTML is sanitised by the page like any other. */
export function toState({ shown }: HistoryEntry): State {
  return { ...initialState, ...shown, thread: shown.thread.map(wholeExchange), phase: 'ended' };
}

/** The name under which the history shows the entry. */
export function nameOf({ name = '', title }: HistoryEntry): string {
  return name || title;
}
