import { Failure } from '../core/failure.ts';
import type { Answer } from '../core/terms.ts';
import type { AnswerEvent } from './events.ts';

/**
 * The whole answer out of its events. Reads to the end rather than returning at `answer-end`: leaving a generator early
 * closes the wrappers around it before they have seen the end.
 * @throws Failure as the events do
 */
export async function collect(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  let answer: Answer | null = null;
  for await (const event of events) if (event.type === 'answer-end') answer = event.answer;
  if (answer === null) throw new Failure('internal', 'The answer never ended.');
  return answer;
}
