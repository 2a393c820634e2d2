import type { Answer } from '../../core/answer.ts';

/** The field that reports the meaning of a follow-up; nothing if the question was searched for as it is. */
export function toSearchedFor({ searchedFor }: Pick<Answer, 'searchedFor'>): { searched_for?: string } {
  return searchedFor === undefined ? {} : { searched_for: searchedFor };
}
