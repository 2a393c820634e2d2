import type { AnswerWrapper } from '../core/events.ts';

/**
 * Loads what formulas need while the search runs. No text is passed on before, so every form of an answer
 * shows its formulas in the same way. `load` never rejects, except where a part of the program is missing.
 */
export function withFormulas(load: () => Promise<void>): AnswerWrapper {
  return (answerer) =>
    async function* answer(question, signal, endEarly) {
      const loading = load();
      loading.catch(() => undefined);
      for await (const event of answerer(question, signal, endEarly)) {
        if (event.type === 'answer-delta') await loading;
        yield event;
      }
    };
}
