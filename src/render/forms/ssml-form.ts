import type { Answer } from '../../core/terms.ts';
import { toSsml } from '../ssml.ts';
import { lastWord } from './last-word.ts';

/** The speakable text as SSML, at most as long as Alexa takes it. */
export function toSsmlForm(answer: Answer): string {
  return toSsml([answer.speech, lastWord(answer)].filter((part) => part !== '').join(' '), answer.language);
}
