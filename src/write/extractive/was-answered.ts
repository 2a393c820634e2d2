import type { Question } from '../../core/question.ts';
import { toWords } from '../../lib/text/words.ts';

/** A sentence with fewer words than this may occur in an earlier answer by chance. */
const LEAST_WORDS = 4;

/**
 * Whether an earlier answer of the conversation contains a sentence, given as its words (`toWords`). Such a
 * sentence does not answer a follow-up, unless the same question is asked again.
 */
export function createWasAnswered({ text, history }: Question): (words: readonly string[]) => boolean {
  const isAskedAgain = history.some(({ question }) => question.trim() === text.trim());
  if (isAskedAgain || history.length === 0) return () => false;
  const answers = history.map(({ answer }) => inBlanks(toWords(answer.replaceAll('\\', ''))));
  return (words) => words.length >= LEAST_WORDS && answers.some((answer) => answer.includes(inBlanks(words)));
}

function inBlanks(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
