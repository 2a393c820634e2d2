import { splitTitle } from '../../core/title.ts';
import { stem, toWords } from '../../core/words.ts';

/**
 * True if the question contains everything that the title is about: "Fastify: a web framework" for "What is
 * Fastify?", but not "Fastify plugins". `asked` holds the stems of the question's words.
 */
export function isAbout(title: string, asked: ReadonlySet<string>): boolean {
  const words = toWords(splitTitle(title).subject);
  return words.length > 0 && words.every((word) => asked.has(stem(word)));
}

/**
 * True if the words of a question (`toQueryWords`) are exactly those of the whole title, including its
 * description.
 */
export function isNamedAlone(title: string, words: readonly string[]): boolean {
  const named = new Set(toWords(title).map(stem));
  return named.size > 0 && named.symmetricDifference(new Set(words.map(stem))).size === 0;
}
