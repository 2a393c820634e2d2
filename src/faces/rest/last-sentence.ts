import type { AnswerEvent } from '../../core/events.ts';
import type { Answer } from '../../core/terms.ts';

/**
 * The same events, plus a last sentence if the speakable text of the path continues after the answer's own:
 * `/api/v1/query` has no `error` field, so its text says that an answer was cut. The sentences therefore
 * always equal the text of `answer-end`.
 */
export async function* withLastSentence(
  events: AsyncGenerator<AnswerEvent>,
  speechOf: (answer: Answer) => string,
): AsyncGenerator<AnswerEvent> {
  let count = 0;
  for await (const event of events) {
    if (event.type === 'sentence') count++;
    if (event.type === 'answer-end') {
      const { answer } = event;
      const speech = speechOf(answer);
      const rest = speech.startsWith(answer.speech) ? speech.slice(answer.speech.length) : '';
      if (rest !== '') yield { type: 'sentence', index: count, text: rest };
    }
    yield event;
  }
}
