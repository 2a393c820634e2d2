import type { AnswerEvent } from '../../answer/events.ts';
import type { Answer } from '../../core/terms.ts';

/**
 * The same events, with one more sentence where the path's speakable text goes on behind the answer's own: `/api/v1/query`, which
 * has no `error` field, says there that an answer was cut. So the sentences stay exactly the text of `answer-end`.
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
