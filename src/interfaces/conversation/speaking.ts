import type { AnswerEvent, Answerer, EventTransform } from '../../core/events.ts';

/** The most time for a spoken answer, in milliseconds: voice assistants give up after 8 to 10 s. */
export const SPEECH_DEADLINE_MS = 7000;

/**
 * Wraps an answerer so that its text is the speech, sentence by sentence: without markup, citations and
 * addresses.
 * @param createSentences makes the `sentence` events of one answer
 */
export function speaking(answerer: Answerer, createSentences: () => EventTransform): Answerer {
  return async function* spoken(question, signal): AsyncGenerator<AnswerEvent> {
    const withSentences = createSentences();
    for await (const event of answerer(question, signal))
      for (const each of withSentences(event)) {
        if (each.type === 'sentence') yield { type: 'answer-delta', text: each.text };
        else if (each.type === 'answer-end')
          yield { ...each, answer: { ...each.answer, text: each.answer.speech } };
        else if (each.type !== 'answer-delta') yield each;
      }
  };
}
