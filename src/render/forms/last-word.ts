import type { Answer } from '../../core/terms.ts';

/** The error to append to an answer in a form without an error field; empty if the answer already says it. */
export function lastWord(answer: Answer): string {
  if (answer.error === null) return '';
  return answer.errorMissingInText || answer.text === '' ? answer.error : '';
}
