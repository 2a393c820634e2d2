import type { InstantWords, LanguageCode } from './language-words.ts';
import { inWords } from './write-words.ts';

/** Reads numbers up to 999,999,999; null for anything else. */
export function readWords(written: string, lexicon: InstantWords): number | null {
  const { million, thousand, and } = lexicon.numberWords;
  const text = withoutSpaces(written, and);
  if (text === '') return null;
  const [millions, rest] = splitAtScale(text, million, lexicon);
  const [thousands, ones] = splitAtScale(rest, thousand, lexicon);
  const one = ones === '' ? 0 : readBelowThousand(ones, lexicon);
  if (millions === null || thousands === null || one === null) return null;
  // "Nineteen hundred" is a number of its own.
  if (one > MAX_IN_TABLE && millions + thousands > 0) return null;
  return millions * 1_000_000 + thousands * 1_000 + one;
}

/**
 * The factor before a scale word, and the text after it. "Thousand" alone means one thousand. The factor is 0
 * without such a word, and null if what precedes it is no number.
 */
function splitAtScale(
  text: string,
  words: readonly string[],
  lexicon: InstantWords,
): readonly [number | null, string] {
  for (const word of words.map(plain)) {
    const at = text.indexOf(word);
    if (at === -1) continue;
    const count = at === 0 ? 1 : lookUp(text.slice(0, at), lexicon);
    return [count === 0 ? null : count, text.slice(at + word.length)];
  }
  return [0, text];
}

/** A number below 1,000, or a number that is counted in hundreds: "nineteen hundred". */
function readBelowThousand(text: string, lexicon: InstantWords): number | null {
  const { hundred } = lexicon.numberWords;
  const value = lookUp(text, lexicon);
  const at = hundred === '' ? -1 : text.indexOf(hundred);
  if (value !== null || at === -1) return value;
  const after = text.slice(at + hundred.length);
  const tens = lookUp(text.slice(0, at), lexicon) ?? 0;
  const ones = after === '' ? 0 : lookUp(after, lexicon);
  const isCounted = tens >= 11 && tens <= 99 && tens % 10 !== 0;
  return isCounted && ones !== null && ones <= 99 ? tens * 100 + ones : null;
}

/**
 * The value in the table. Before a noun, a number that ends in one loses its last vowel: "veintiuno", but
 * "veintiún mil".
 */
function lookUp(text: string, lexicon: InstantWords): number | null {
  const values = tableOf(lexicon);
  return values.get(text) ?? values.get(`${text}o`) ?? null;
}

/** For each language, the values of the numbers below 1,000 in words without spaces. */
const tables = new Map<LanguageCode, ReadonlyMap<string, number>>();
/** The largest number in the tables. */
const MAX_IN_TABLE = 999;

function tableOf({ code, numberWords: { and } }: InstantWords): ReadonlyMap<string, number> {
  const cached = tables.get(code);
  if (cached !== undefined) return cached;
  const values = new Map(Object.entries(OTHER_NUMBER_WORDS[code]));
  for (let value = 0; value <= MAX_IN_TABLE; value++) {
    const words = withoutSpaces(inWords(value, code), and);
    values.set(words, value);
    // "hunderteins" for "einhunderteins"
    if (code === 'de' && value > 100 && value < 200) values.set(words.replace(/^ein/, ''), value);
  }
  tables.set(code, values);
  return values;
}

/**
 * A number in lower case as one word: without spaces, hyphens, accents, the word "and" and the French plural
 * of "cent" and "vingt".
 */
function withoutSpaces(words: string, and: string): string {
  const parts = words.toLowerCase().split(/[ -]/);
  return parts
    .filter((part) => part !== and)
    .map((part) => plain(part).replace(/^(cent|vingt)s$/, '$1'))
    .join('');
}

/** Number words that the library lacks: articles, short forms, and the forms of other countries. */
export const OTHER_NUMBER_WORDS: Readonly<Record<LanguageCode, Readonly<Record<string, number>>>> = {
  en: { ahundred: 100, hundred: 100, a: 1 },
  de: { hundert: 100, ein: 1, eine: 1, zwo: 2, dreissig: 30 },
  fr: { une: 1, septante: 70, huitante: 80, nonante: 90 },
  es: { un: 1, una: 1 },
  pt: { uma: 1, duas: 2, dezesseis: 16, dezessete: 17, dezenove: 19, quatorze: 14 },
  it: { un: 1, una: 1 },
};

const ASCII = /^[ -~]*$/;

/** The words in lower case and without accents. */
export function plain(words: string): string {
  const low = words.toLowerCase();
  if (ASCII.test(low)) return low;
  return low.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
