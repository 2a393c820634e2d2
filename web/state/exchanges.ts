import { emptyExchange, type ShownExchange, type ShownState } from './state.ts';

/** The exchange of the state, without what is temporary. */
export function exchangeIn(state: ShownExchange): ShownExchange {
  const { question, sources, blocks, citations, quotes, places, statements, answer } = state;
  const { steps, sentences, language, totalMs, times, trouble } = state;
  return {
    ...{ question, sources, blocks, citations, quotes, places, statements, answer },
    ...{ steps, sentences, language, totalMs, times, trouble },
  };
}

/** All exchanges of a conversation, oldest first; the last one is the state itself. */
export function exchangesOf(state: ShownState): readonly ShownExchange[] {
  return [...state.thread, state];
}

/** A stored exchange; what an older version did not store is empty. */
export function wholeExchange(stored: Partial<ShownExchange>): ShownExchange {
  return { ...emptyExchange, ...stored };
}
