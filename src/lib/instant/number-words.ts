import type { InstantWords, LanguageCode } from './language-words.ts';
import { OTHER_NUMBER_WORDS, plain, readWords } from './read-words.ts';
import { inWords } from './write-words.ts';

/** The maximum number of words in a number that is read. */
const MAX_WORDS = 14;

/**
 * The text with digits in place of its numbers in words: "five miles" becomes "5 miles". The same text if it
 * contains no numbers in words. "One" and the articles stay, because "a mile" contains no number. Takes
 * linear time.
 */
export function withDigits(text: string, lexicon: InstantWords): string {
  const words = text.split(' ');
  const { stems, phrases } = beginningsOf(lexicon);
  const mayCount = words.map((word) => stems.has(plain(word).slice(0, STEM_CHARS)));
  if (!mayCount.includes(true)) return text;
  const shown: string[] = [];
  for (let at = 0; at < words.length; ) {
    const phraseWords = Math.max(1, wordsOfPhrase(words, at, phrases));
    const end = phraseWords > 1 ? at : endOfRun(words, { at, mayCount, and: lexicon.numberWords.and });
    const number = findLongestNumber(words.slice(at, end), lexicon);
    shown.push(number === null ? words.slice(at, at + phraseWords).join(' ') : String(number.value));
    at += number?.count ?? phraseWords;
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

/** The longest number at the beginning of some words, and how many of them it takes. */
function findLongestNumber(
  words: readonly string[],
  lexicon: InstantWords,
): { readonly value: number; readonly count: number } | null {
  const { and } = lexicon.numberWords;
  const isAnd = (word = '') => word.toLowerCase() === and;
  for (let count = words.length; count > 0; count--) {
    if (isAnd(words[0]) || isAnd(words[count - 1])) continue;
    const written = words.slice(0, count).join(' ');
    const value = lexicon.one.includes(written.toLowerCase()) ? null : readWords(written, lexicon);
    if (value !== null) return { value, count };
  }
  return null;
}

/** How many letters of a word are compared. */
const STEM_CHARS = 3;

/** A text without them contains no number; this is faster to check than a table of all numbers. */
type Beginnings = {
  /** The first `STEM_CHARS` letters of every number in words. */
  readonly stems: ReadonlySet<string>;
  /** The operators that consist of several words. */
  readonly phrases: readonly (readonly string[])[];
};

const cache = new Map<LanguageCode, Beginnings>();

function beginningsOf({ code, operators, numberWords: { thousand, million } }: InstantWords): Beginnings {
  const cached = cache.get(code);
  if (cached !== undefined) return cached;
  const values = [...Array(20).keys(), ...[20, 30, 40, 50, 60, 70, 80, 90]];
  const written = [...values, 101, ...[...Array(10).keys()].map((hundreds) => hundreds * 100)];
  const all = [
    ...written.map((value) => inWords(value, code)),
    ...Object.keys(OTHER_NUMBER_WORDS[code]),
    ...thousand,
    ...million,
  ];
  const beginnings = {
    stems: new Set(all.map((words) => plain(words.split(/[ -]/, 1)[0] ?? '').slice(0, STEM_CHARS))),
    phrases: Object.keys(operators)
      .map((operator) => operator.split(' '))
      .filter(({ length }) => length > 1),
  };
  cache.set(code, beginnings);
  return beginnings;
}
