import type { AnswerEvent, AnswerWrapper } from '../core/events.ts';

/**
 * Loads what formulas need while the search of the first question runs. No text is passed on before, so every
 * form of an answer shows its formulas in the same way. `load` returns null if everything is loaded already;
 * otherwise its promise never rejects, except where a part of the program is missing.
 */
export function withFormulas(load: () => Promise<void> | null): AnswerWrapper {
  return (answerer) => (question, signal, endEarly) => {
    const loading = load();
    // A caller who never reads the events must not leave a rejection that nobody handles.
    loading?.catch(() => undefined);
    const events = answerer(question, signal, endEarly);
    return loading === null ? events : textAfter(loading, events);
  };
}

async function* textAfter(
  loading: Promise<void>,
  events: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    if (event.type === 'answer-delta') await loading;
    yield event;
  }
}
