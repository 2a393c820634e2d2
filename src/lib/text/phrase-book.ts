import { TERMS } from './languages/terms.ts';
import { properNames } from './proper-names.ts';
import { toWords, UNSPACED } from './words.ts';

/** A phrase of a language, and the key of its meaning. */
export type Phrase = {
  /** Its words (`comparable`); for a script without spaces, one word. */
  readonly words: readonly string[];
  readonly key: string;
};

/** The words or names of a language that have counterparts in others. */
export type PhraseBook = {
  readonly phrases: readonly Phrase[];
  /** The words and phrases for each key, the most common one first. */
  readonly byKey: ReadonlyMap<string, readonly string[]>;
};

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
/** The Arabic article, with the particles that are written together with it. */
const ARABIC_ARTICLE = /^[وف]?(?:ال|بال|كال|لل)(?=..)/u;
const books = new Map<string, PhraseBook>();

/** The words and names of a language; null if it has no words here. Made on first use, in about 10 ms. */
export function phraseBook(language: string): PhraseBook | null {
  const known = books.get(language);
  if (known !== undefined) return known;
  const terms = Object.hasOwn(TERMS, language) ? TERMS[language] : undefined;
  if (terms === undefined) return null;
  const lists = Object.entries(terms).map(([key, list]) => [key, list.split(', ')] as const);
  const book = toBook(new Map([...lists, ...properNames(language)]));
  books.set(language, book);
  return book;
}

function toBook(byKey: PhraseBook['byKey']): PhraseBook {
  const phrases = [...byKey].flatMap(([key, all]) => all.map((text) => ({ words: phraseWords(text), key })));
  return { phrases: phrases.filter(({ words }) => words.length > 0), byKey };
}

/** Whether a text is in a script without spaces, at least in part. */
export function isUnspaced(text: string): boolean {
  return HAS_UNSPACED.test(text);
}

/** The form of a word in which forms of one word are alike: without accents and the Arabic article. */
export function comparable(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/[\p{M}ـ]/gu, '')
    .replaceAll('ß', 'ss');
  return plain.replaceAll('ى', 'ي').replaceAll('ة', 'ه').replace(ARABIC_ARTICLE, '');
}

function phraseWords(text: string): string[] {
  return isUnspaced(text) ? [text.normalize('NFKC').toLowerCase()] : toWords(text).map(comparable);
}
