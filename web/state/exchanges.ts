import { emptyExchange, type ShownExchange, type ShownState } from './state.ts';

/** The exchange of the state, without what is temporary. */
export function exchangeIn(state: ShownExchange): ShownExchange {
  return {
    question: state.question,
    sources: state.sources,
    blocks: state.blocks,
    citations: state.citations,
    quotes: state.quotes,
    statements: state.statements,
    answer: state.answer,
    steps: state.steps,
    sentences: state.sentences,
    language: state.language,
    totalMs: state.totalMs,
    times: state.times,
    failure: state.failure,
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
