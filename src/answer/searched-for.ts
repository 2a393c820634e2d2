import type { Answer } from '../core/answer.ts';
import type { Evidence } from '../core/events.ts';
import type { Question } from '../core/question.ts';

/** The meaning of a follow-up, as a field of its answer; nothing if its own words were searched for. */
export function searchedForOf(
  { text }: Pick<Question, 'text'>,
  { meaning }: Pick<Evidence, 'meaning'>,
): Pick<Answer, 'searchedFor'> {
  return meaning === '' || meaning === text ? {} : { searchedFor: meaning };
}
