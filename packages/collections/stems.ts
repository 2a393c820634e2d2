import { stemmer } from 'stemmer';
import { addSpaces } from './index-text.ts';

// The words of the tokenizer `porter unicode61 remove_diacritics 2` of SQLite: the same texts get the same words in both
// stores, so that the same question finds the same documents. A test compares them.

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
/** The signs that SQLite looks for a letter without a mark in, and the marks that it leaves out. */
const MARKED = /[\u00c0-\u0233\u1e00-\u1eff]/g;
const MARKS = /[\u0300-\u0331]/g;
/** SQLite stems words of 3 to 64 bytes. */
const LEAST_STEMMED = 3;
const MOST_STEMMED = 64;
/** The stems of the last words are kept: a text has most of its words from the ones before. */
const MOST_KEPT = 20_000;
const kept = new Map<string, string>();

/** The stems of the words of a text, in order. */
export function toStems(text: string): string[] {
  return (withoutMarks(text.toLowerCase()).match(WORD) ?? []).map(stemOf);
}

/** A word of a question as the words that stand one after another in a text. */
export function toPhrase(word: string): readonly string[] {
  return toStems(addSpaces(word));
}

function stemOf(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(word);
  const stem = bytes >= LEAST_STEMMED && bytes <= MOST_STEMMED ? stemmer(word) : word;
  if (kept.size >= MOST_KEPT) kept.clear();
  if (bytes <= MOST_STEMMED) kept.set(word, stem);
  return stem;
}

function withoutMarks(text: string): string {
  return text.replace(MARKED, (sign) => UNMARKED.get(sign) ?? sign).replace(MARKS, '');
}

/** Only letters that are ASCII without their marks lose them. */
const UNMARKED: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x1f00 - 0xc0 }, (_, at) => String.fromCharCode(0xc0 + at)).flatMap((sign) => {
    const [base = ''] = sign.normalize('NFD');
    return /[a-z]/i.test(base) ? [[sign, base] as const] : [];
  }),
);

const LETTER = /[\p{L}\p{N}\p{Co}]/u;

/**
 * Counts how often each word of a question occurs in a text, in any of the forms that have its stem. Only words that begin
 * like it are looked at, which takes a fraction of the time of `toStems`. A word of several, such as "3.14", and one in a
 * script without spaces are looked for as they stand.
 */
export function createCounter(words: readonly string[]): (text: string) => readonly number[] {
  const counters = words.map((word) => {
    const [stem = '', ...more] = toPhrase(word);
    const plain = withoutMarks(word.toLowerCase());
    if (stem === '') return () => 0;
    if (more.length > 0 || addSpaces(plain) !== plain) return (text: string) => countWithin(text, plain);
    return (text: string) => countStem(text, stem);
  });
  return (text) => {
    const plain = withoutMarks(text.toLowerCase());
    return counters.map((count) => count(plain));
  };
}

function countWithin(text: string, sought: string): number {
  let count = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) count++;
  return count;
}

/** How many words of a text have a stem: they begin with all of it but the last letter. */
function countStem(text: string, stem: string): number {
  const beginning = stem.length < LEAST_STEMMED ? stem : stem.slice(0, -1);
  let count = 0;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (at > 0 && LETTER.test(text.charAt(at - 1))) continue;
    let end = at + beginning.length;
    while (end < text.length && LETTER.test(text.charAt(end))) end++;
    if (stemOf(text.slice(at, end)) === stem) count++;
  }
  return count;
}
