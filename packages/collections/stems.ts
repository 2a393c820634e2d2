import { stemmer } from 'stemmer';
import { addSpaces } from './index-text.ts';

// The words of the tokenizer `porter unicode61 remove_diacritics 2` of SQLite: the same texts get the same words in both
// stores, so that the same question finds the same documents. A test compares them.

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
/** The signs that SQLite looks for a letter without a mark in, and the marks that it leaves out. */
const MARKED = /[\u00c0-\u1eff]/g;
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

const ASCII_LETTER = '[a-z0-9]';
const ANY_LETTER = '[\\p{L}\\p{N}\\p{Co}]';

/**
 * Counts how often each phrase (`toPhrase`) occurs in a text. Only words that begin like one of the phrases are looked
 * at, which takes a fraction of the time of `toStems`.
 */
export function createCounter(phrases: readonly (readonly string[])[]): (text: string) => readonly number[] {
  const isAscii = /^[a-z0-9]*$/.test(phrases.flat().join(''));
  const letter = isAscii ? ASCII_LETTER : ANY_LETTER;
  const flags = isAscii ? 'gi' : 'giu';
  const isWord = (phrase: readonly string[]) =>
    phrase.length === 1 && addSpaces(phrase[0] ?? '') === phrase[0];
  const places = new Map(phrases.flatMap((phrase, place) => (isWord(phrase) ? [[phrase[0], place]] : [])));
  const beginnings = [...places.keys()].map((stem = '') =>
    stem.length < LEAST_STEMMED ? stem : stem.slice(0, -1),
  );
  const words = new RegExp(`(?<!${letter})(?:${beginnings.join('|')})${letter}*`, flags);
  const others = phrases.flatMap((phrase, place) =>
    // A word in a script without spaces begins anywhere.
    isWord(phrase) ? [] : [{ place, pattern: new RegExp(phrase.join('[^\\p{L}\\p{N}]?'), 'giu') }],
  );
  return (text) => {
    const counts = phrases.map(() => 0);
    const plain = withoutMarks(text);
    const count = (place: number | undefined, times = 1) => {
      if (place !== undefined) counts[place] = (counts[place] ?? 0) + times;
    };
    if (places.size > 0)
      for (const word of plain.match(words) ?? []) count(places.get(stemOf(word.toLowerCase())));
    for (const { place, pattern } of others) count(place, plain.match(pattern)?.length ?? 0);
    return counts;
  };
}
