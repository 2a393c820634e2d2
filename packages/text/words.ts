import { once } from './once.ts';
import words from './stop-words.json' with { type: 'json' };

/**
 * Function words, which have no meaning of their own in a question or sentence; one list per language.
 *
 * They are used as one set for all languages, so words with a meaning in another language are omitted: German
 * "war", "man", "hat" and "die", Spanish "son" and "sin", French "or", Italian "come". English "us" is
 * omitted because it may mean the country, and single letters because of vitamins and programming languages.
 */
export const STOP_WORDS = words;

/** Scripts that put no spaces between words, as the content of a character class (flag `u`). */
export const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const stopWords = new Set(Object.values(STOP_WORDS).flatMap((list) => list.split(/\s+/u)));

// Acronyms with full stops, numbers with decimals, words with an apostrophe inside.
const ASCII_WORD = /(?:[a-z]\.){2,}(?:[a-z](?![a-z0-9]))?|\d+(?:[.,]\d+)+|[a-z0-9]+(?:'[a-z]+)*/g;
const ANY_WORD = new RegExp(
  [
    String.raw`(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?`,
    String.raw`\p{N}+(?:[.,]\p{N}+)+`,
    String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*`,
  ].join('|'),
  'gu',
);
// The typographic marks found in most English pages. A text without these marks is plain ASCII and fast to
// split.
const SINGLE_QUOTES = /[‘’]/g;
const MARKS = /[“”–—…\u00a0]/g;
const INNER_MARK = /\w['.,]\w/;
const BEYOND_ASCII = /[^\0-\x7f]/;
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const ENGLISH_ENDING = /['’](?:s|re|ve|ll|d|m)$/;
const ELIDED_ARTICLE =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|all|dall|dell|nell|sull|coll|quell|quest)['’](?=.)/;

/** Made when the first text needs it: a segmenter loads tables of the whole of Unicode. */
const segmenter = once(() => new Intl.Segmenter('und', { granularity: 'word' }));

/**
 * The words of a text in order, for comparing and counting, not for display: NFKC, lower-case, without
 * punctuation. Acronyms lose their full stops (`U.S.` equals `US`), numbers their thousands separators but
 * not their decimals, words their English `'s` and their French or Italian article (`l'Italie`). Scripts
 * without spaces are split by `Intl.Segmenter`, the rest by a regular expression, which is many times faster.
 */
export function toWords(text: string): string[] {
  const isAscii = !BEYOND_ASCII.test(text);
  const plain = isAscii ? text : text.replace(SINGLE_QUOTES, "'").replace(MARKS, ' ');
  if (isAscii || !BEYOND_ASCII.test(plain)) {
    const words = plain.toLowerCase().match(ASCII_WORD) ?? [];
    return INNER_MARK.test(plain) ? words.map(tidy) : words;
  }
  const found = text.normalize('NFKC').toLowerCase().match(ANY_WORD) ?? [];
  if (!HAS_UNSPACED.test(text)) return found.map(tidy);
  const segmented = segmentEach(found.filter((word) => HAS_UNSPACED.test(word))).values();
  return found.flatMap((word) => (HAS_UNSPACED.test(word) ? (segmented.next().value ?? []) : [tidy(word)]));
}

/**
 * True for function and question words of several languages (`STOP_WORDS`); takes a word from `toWords`.
 */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** The words of each run. One call segments all, because it costs more than most runs. */
function segmentEach(runs: readonly string[]): string[][] {
  const words: string[][] = runs.map(() => []);
  let run = 0;
  for (const { segment, isWordLike } of segmenter().segment(runs.join('\n'))) {
    if (segment === '\n') run++;
    else if (isWordLike) words[run]?.push(segment);
  }
  return words;
}

function tidy(word: string): string {
  if (word.includes("'") || word.includes('’')) {
    return word.replace(ENGLISH_ENDING, '').replace(ELIDED_ARTICLE, '').replaceAll('’', "'");
  }
  if (word.includes('.') && !/^\p{N}/u.test(word)) return word.replaceAll('.', '');
  return word.includes(',') && THOUSANDS.test(word) ? word.replaceAll(',', '') : word;
}

const PLAIN_LATIN = /^[a-z]+$/;
const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;
const VOWEL = /[aeiouy]/;

/**
 * A form shared by all inflections of one word, for example by `codes`, `code`, `coded` and `coding`; by
 * `countries` and `country`; by `São` and `Sao`. Takes a word from `toWords`. Only words in Latin script
 * change; the result need not be a word. It changes less than Porter's stemmer (1980), which also merges
 * `university` and `universe`.
 */
export function stem(word: string): string {
  const plain = fold(word);
  if (plain.length <= 3 || !PLAIN_LATIN.test(plain)) return plain;
  return withoutFinalVowel(withoutVerbEnding(withoutPlural(plain)));
}

function fold(word: string): string {
  if (!BEYOND_ASCII.test(word) || !LATIN.test(word)) return word;
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.slice(0, -2);
  return /(?:ss|x|ch|sh|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutVerbEnding(word: string): string {
  const endingChars = verbEndingChars(word);
  const rest = word.slice(0, word.length - endingChars);
  if (endingChars === 0 || rest.length < 3 || !VOWEL.test(rest)) return word;
  return /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

function verbEndingChars(word: string): number {
  if (word.endsWith('ing')) return 3;
  return word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
}

/** Also turns a final `y` into `i`: `countri`, which is `countries` without its plural. */
function withoutFinalVowel(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith('e')) return word.slice(0, -1);
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}
