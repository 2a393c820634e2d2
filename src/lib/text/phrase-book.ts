import { TERMS } from './languages/terms.ts';
import { once } from './once.ts';
import otherNames from './other-country-names.json' with { type: 'json' };
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

/** An accent tells words as short as this apart: French "où" and "ou", Italian "è" and "e". */
const MAX_TOLD_APART = 2;

/**
 * The form of a word in which forms of one word are alike: without accents, unless it is very short, and
 * without the Arabic article.
 */
export function comparable(word: string): string {
  if (word.length <= MAX_TOLD_APART) return word;
  const plain = word
    .normalize('NFD')
    .replace(/[\p{M}ـ]/gu, '')
    .replaceAll('ß', 'ss');
  return plain.replaceAll('ى', 'ي').replaceAll('ة', 'ه').replace(ARABIC_ARTICLE, '');
}

function phraseWords(text: string): string[] {
  return isUnspaced(text) ? [text.normalize('NFKC').toLowerCase()] : toWords(text).map(comparable);
}

/** Further locales of a language that name countries otherwise. */
const LOCALES: Readonly<Record<string, readonly string[]>> = { pt: ['pt', 'pt-PT'], zh: ['zh', 'zh-Hant'] };
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = otherNames;
const FIRST_LETTER = 65;
const LETTERS = 26;
/** "Congo - Kinshasa", "Myanmar (Burma)" and names that join several with a comma. */
const SEPARATORS = /\s+-\s+|\s*[()（）,，]\s*/u;

/** All pairs of letters; the runtime knows which of them are codes of a country or a language. */
const codes = once(() =>
  Array.from({ length: LETTERS ** 2 }, (_, at) =>
    String.fromCharCode(FIRST_LETTER + Math.floor(at / LETTERS), FIRST_LETTER + (at % LETTERS)),
  ),
);

/**
 * The names of countries and languages in a language, by a key that is the same for all languages. They come
 * from the runtime (Unicode CLDR), and a few older or shorter names from a list. The usual name comes first.
 * @param language ISO 639-1 code
 */
export function properNames(language: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  const add = (key: string, name: string | undefined) => {
    if (name === undefined) return;
    names.set(key, (names.get(key) ?? new Set()).add(asTyped(name)));
  };
  for (const locale of LOCALES[language] ?? [language]) {
    for (const [type, style] of [
      ['region', 'long'],
      ['region', 'short'],
      ['language', 'long'],
    ] as const) {
      const display = new Intl.DisplayNames(locale, { type, style, fallback: 'none' });
      for (const code of codes())
        add(`${type} ${code}`, display.of(type === 'language' ? code.toLowerCase() : code));
    }
  }
  for (const [code, list] of Object.entries(OTHERS[language] ?? {}))
    for (const name of list.split(', ')) add(`region ${code}`, name);
  for (const all of names.values())
    for (const name of [...all]) for (const part of partsOf(name)) all.add(part);
  return new Map([...names].map(([key, all]) => [key, [...all]]));
}

/** A name of CLDR as people type it: "Saint Kitts and Nevis". */
function asTyped(name: string): string {
  return name
    .replaceAll('’', "'")
    .replace('&', 'and')
    .replace(/\bSt\. /, 'Saint ');
}

/** "Myanmar" and "Burma" of "Myanmar (Burma)"; nothing of "Congo - Kinshasa", which is not just any Congo. */
function partsOf(name: string): string[] {
  return /[(（]/u.test(name) ? name.split(SEPARATORS).filter((part) => part !== '') : [];
}
