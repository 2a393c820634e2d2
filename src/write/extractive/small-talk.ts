import { isStopWord, toWords } from '../../lib/text/words.ts';
import greetings from './greetings.json' with { type: 'json' };

const phrases: ReadonlySet<string> = new Set(greetings);

/** True for a question of stop words only, such as "What can you do?": no sentence matches it best. */
export function hasStopWordsOnly(question: string): boolean {
  const words = toWords(question);
  return words.length > 0 && words.every(isStopWord);
}

/** True for a greeting, a thanks or a farewell that is the whole question: there is nothing to answer. */
export function isGreeting(question: string): boolean {
  const said = question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  return phrases.has(said);
}
