import { toCardinal as inGerman } from 'n2words/de-DE';
import { toCardinal as inEnglish } from 'n2words/en-GB';
import { toCardinal as inSpanish } from 'n2words/es-ES';
import { toCardinal as inFrench } from 'n2words/fr-FR';
import { toCardinal as inItalian } from 'n2words/it-IT';
import { toCardinal as inPortuguese } from 'n2words/pt-PT';
import type { InstantWords, LanguageCode } from './language-words.ts';

const CARDINALS: Readonly<Record<LanguageCode, (value: number) => string>> = {
  en: inEnglish,
  de: inGerman,
  fr: inFrench,
  es: (value) =>
    inSpanish(value)
      .replace(/dieciseis/g, 'dieciséis')
      .replace(/uno(?= mil)/g, shortOne),
  pt: inPortuguese,
  it: inItalian,
};

/** The largest number that is written in words. */
export const MAX_IN_WORDS = 1_000_000;

/** A whole number from 0 to `MAX_IN_WORDS` in the words of a language. */
export function inWords(value: number, code: LanguageCode): string {
  return CARDINALS[code](value);
}

/** "veintiún mil", "treinta y un mil" */
function shortOne(_: string, at: number, text: string): string {
  return text.slice(0, at).endsWith('veinti') ? 'ún' : 'un';
}

/** The maximum number of words in a number that is read. */
const MAX_WORDS = 14;

/**
 * The text with digits in place of its numbers in words: "five miles" becomes "5 miles". The same text if it
 * contains no numbers in words. "One" and the articles stay, because "a mile" contains no number. Takes
 * linear time.
 */
export function withDigits(text: string, tongue: InstantWords): string {
  const words = text.split(' ');
  const { stems, phrases } = beginningsOf(tongue);
  const mayCount = words.map((word) => stems.has(plain(word).slice(0, STEM_CHARS)));
  if (!mayCount.includes(true)) return text;
  const shown: string[] = [];
  for (let at = 0; at < words.length; ) {
    const kept = Math.max(1, wordsOfPhrase(words, at, phrases));
    const end = kept > 1 ? at : endOfRun(words, { at, mayCount, and: tongue.numberWords.and });
    const run = longestNumber(words.slice(at, end), tongue);
    shown.push(run === null ? words.slice(at, at + kept).join(' ') : String(run.value));
    at += run?.count ?? kept;
  }
  return shown.join(' ');
}

/** The index after the words that may form a number, beginning at `at`. */
function endOfRun(
  words: readonly string[],
  { at, mayCount, and }: { readonly at: number; readonly mayCount: readonly boolean[]; readonly and: string },
): number {
  let end = at;
  while (mayCount[end] === true || (end > at && words[end]?.toLowerCase() === and)) end++;
  return Math.min(end, at + MAX_WORDS);
}

/** The number of words of the operator that begins here: in some languages, "per cent" contains a number. */
function wordsOfPhrase(words: readonly string[], at: number, phrases: Beginnings['phrases']): number {
  const here = phrases.filter((parts) =>
    parts.every((part, index) => words[at + index]?.toLowerCase() === part),
  );
  return Math.max(0, ...here.map(({ length }) => length));
}

function longestNumber(
  words: readonly string[],
  tongue: InstantWords,
): { readonly value: number; readonly count: number } | null {
  const { and } = tongue.numberWords;
  const isAnd = (word = '') => word.toLowerCase() === and;
  for (let count = words.length; count > 0; count--) {
    if (isAnd(words[0]) || isAnd(words[count - 1])) continue;
    const written = words.slice(0, count).join(' ');
    const value = tongue.one.includes(written.toLowerCase()) ? null : readWords(written, tongue);
    if (value !== null) return { value, count };
  }
  return null;
}

/** Reads numbers up to 999,999,999; null for anything else. */
function readWords(written: string, tongue: InstantWords): number | null {
  const { million, thousand, and } = tongue.numberWords;
  const text = withoutSpaces(written, and);
  if (text === '') return null;
  const [millions, rest] = atScale(text, million, tongue);
  const [thousands, ones] = atScale(rest, thousand, tongue);
  const one = ones === '' ? 0 : hundreds(ones, tongue);
  if (millions === null || thousands === null || one === null) return null;
  // "Nineteen hundred" is a number of its own.
  if (one > MAX_IN_TABLE && millions + thousands > 0) return null;
  return millions * 1_000_000 + thousands * 1_000 + one;
}

/** The factor before a scale word, and the text after it. "Thousand" alone means one thousand. */
function atScale(
  text: string,
  words: readonly string[],
  tongue: InstantWords,
): readonly [number | null, string] {
  for (const word of words.map(plain)) {
    const at = text.indexOf(word);
    if (at === -1) continue;
    const count = at === 0 ? 1 : small(text.slice(0, at), tongue);
    return [count === 0 ? null : count, text.slice(at + word.length)];
  }
  return [0, text];
}

/** A number below 1,000, or a number that is counted in hundreds: "nineteen hundred". */
function hundreds(text: string, tongue: InstantWords): number | null {
  const { hundred } = tongue.numberWords;
  const own = small(text, tongue);
  const at = hundred === '' ? -1 : text.indexOf(hundred);
  if (own !== null || at === -1) return own;
  const [count, after] = [text.slice(0, at), text.slice(at + hundred.length)];
  const [tens, ones] = [small(count, tongue) ?? 0, after === '' ? 0 : small(after, tongue)];
  return ones === null || tens < 11 || tens > 99 || tens % 10 === 0 || ones > 99 ? null : tens * 100 + ones;
}

/** Before a noun, a number that ends in one loses its last vowel: "veintiuno", but "veintiún mil". */
function small(text: string, tongue: InstantWords): number | null {
  const values = tableOf(tongue);
  return values.get(text) ?? values.get(`${text}o`) ?? null;
}

/** A text with none of these contains no number; this is faster to check than a table of all numbers. */
type Beginnings = {
  /** The first `STEM_CHARS` letters of every number in words. */
  readonly stems: ReadonlySet<string>;
  /** The operators that consist of several words. */
  readonly phrases: readonly (readonly string[])[];
};

const beginnings = new Map<LanguageCode, Beginnings>();

function beginningsOf({ code, operators, numberWords: { thousand, million } }: InstantWords): Beginnings {
  const cached = beginnings.get(code);
  if (cached !== undefined) return cached;
  const values = [...Array(20).keys(), ...[20, 30, 40, 50, 60, 70, 80, 90]];
  const written = [...values, 101, ...[...Array(10).keys()].map((hundreds) => hundreds * 100)];
  const all = [
    ...written.map((value) => inWords(value, code)),
    ...Object.keys(ALSO[code]),
    ...thousand,
    ...million,
  ];
  const made = {
    stems: new Set(all.map((words) => plain(words.split(/[ -]/, 1)[0] ?? '').slice(0, STEM_CHARS))),
    phrases: Object.keys(operators)
      .map((operator) => operator.split(' '))
      .filter(({ length }) => length > 1),
  };
  beginnings.set(code, made);
  return made;
}

/** For each language, the values of the numbers below 1,000 in words without spaces. */
const tables = new Map<LanguageCode, ReadonlyMap<string, number>>();
const MAX_IN_TABLE = 999;
const STEM_CHARS = 3;

/** Number words that the library lacks: articles, short forms, and the forms of other countries. */
const ALSO: Readonly<Record<LanguageCode, Readonly<Record<string, number>>>> = {
  en: { ahundred: 100, hundred: 100, a: 1 },
  de: { hundert: 100, ein: 1, eine: 1, zwo: 2, dreissig: 30 },
  fr: { une: 1, septante: 70, huitante: 80, nonante: 90 },
  es: { un: 1, una: 1 },
  pt: { uma: 1, duas: 2, dezesseis: 16, dezessete: 17, dezenove: 19, quatorze: 14 },
  it: { un: 1, una: 1 },
};

function tableOf({ code, numberWords: { and } }: InstantWords): ReadonlyMap<string, number> {
  const cached = tables.get(code);
  if (cached !== undefined) return cached;
  const values = new Map(Object.entries(ALSO[code]));
  for (let value = 0; value <= MAX_IN_TABLE; value++) {
    const words = withoutSpaces(inWords(value, code), and);
    values.set(words, value);
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

const ASCII = /^[ -~]*$/;

function plain(words: string): string {
  const low = words.toLowerCase();
  if (ASCII.test(low)) return low;
  return low.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
