import type { Answer } from '../../core/terms.ts';

/** What forms without a field for errors have to say after the answer; empty when the answer says it itself. */
export function lastWord(answer: Answer): string {
  if (answer.error === null) return '';
  return answer.errorMissingInText || answer.text === '' ? answer.error : '';
}
