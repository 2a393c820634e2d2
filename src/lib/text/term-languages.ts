import { TERMS } from './languages/terms.ts';
import { comparable } from './phrase-book.ts';
import { toWords } from './words.ts';

const NONE: readonly string[] = [];
let index: ReadonlyMap<string, readonly string[]> | null = null;

/**
 * The languages (ISO 639-1) that have a word in their terms. The index of all words is made on first use.
 * @param word in the form of `comparable`
 */
export function languagesOfTerm(word: string): readonly string[] {
  index ??= makeIndex();
  return index.get(word) ?? NONE;
}

function makeIndex(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, readonly string[]>();
  for (const [code, terms] of Object.entries(TERMS))
    for (const word of new Set(toWords(Object.values(terms).join(' ')).map(comparable)))
      languages.set(word, [...(languages.get(word) ?? NONE), code]);
  return languages;
}
