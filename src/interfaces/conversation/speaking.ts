import type { Answerer, Derived } from '../../core/run.ts';

/** The most time for a spoken answer, in milliseconds: voice assistants give up after 8 to 10 s. */
export const SPEECH_DEADLINE_MS = 7000;

const SENTENCES: ReadonlySet<Derived> = new Set(['sentence']);

/**
 * Makes the text of an answer its speech, sentence by sentence: without markup, citations and addresses.
 */
export function speaking(ask: Answerer): Answerer {
  return async function* spoken(run) {
    for await (const event of ask({ ...run, wants: SENTENCES })) {
      if (event.type === 'sentence') yield { type: 'answer-delta', text: event.text };
      else if (event.type === 'answer-end')
        yield { ...event, answer: { ...event.answer, text: event.answer.speech } };
      else if (event.type !== 'answer-delta') yield event;
    }
  };
}
