import type { Answer } from '../../core/terms.ts';
import { lastWord } from './last-word.ts';

/** The speakable text and a line feed, for a terminal or a voice. */
export function toPlainForm(answer: Answer): string {
  return `${[answer.speech, lastWord(answer)].filter((part) => part !== '').join(' ')}\n`;
}
