import type { Answer } from '../../core/terms.ts';
import { lastWord } from './last-word.ts';

/** The speakable text and a line feed, as a terminal or a voice takes it. */
export function toPlainForm(answer: Answer): string {
  return `${[answer.speech, lastWord(answer)].filter((part) => part !== '').join(' ')}\n`;
}
