import { splitTitle } from '../lib/text/title.ts';
import { stem, toWords } from '../lib/text/words.ts';

/**
 * True if the question contains the whole subject of the title: "Fastify: a web framework" for "What is
 * Fastify?", but not "Fastify plugins". `questionStems` contains the stems of the question's words.
 */
export function isAbout(title: string, questionStems: ReadonlySet<string>): boolean {
  const words = toWords(splitTitle(title).subject);
  return words.length > 0 && words.every((word) => questionStems.has(stem(word)));
}

/**
 * True if the words of a question (`toQueryWords`) are exactly those of the whole title, including its
 * description.
 */
export function isNamedAlone(title: string, words: readonly string[]): boolean {
  const named = new Set(toWords(title).map(stem));
  return named.size > 0 && named.symmetricDifference(new Set(words.map(stem))).size === 0;
}
