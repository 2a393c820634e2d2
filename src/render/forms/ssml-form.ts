import type { Answer } from '../../core/terms.ts';
import { toSsml } from '../ssml.ts';
import { lastWord } from './last-word.ts';

/** The speakable text as SSML, no longer than Alexa accepts. */
export function toSsmlForm(answer: Answer): string {
  return toSsml([answer.speech, lastWord(answer)].filter((part) => part !== '').join(' '), answer.language);
}
