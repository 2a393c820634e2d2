import { exchangeIn, wholeExchange } from '../state/exchanges.ts';
import { type HistoryEntry, initialState, type State } from '../state/state.ts';

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
