import { HAS_UNSPACED, toIndexedText } from './index-text.ts';
import { toPhrase, toStems } from './stems.ts';

// The words of a part, formed by us. No text has a word with a sign or a space:
//   wombat   in its text or title, with its places
//   北 京     two signs of a script without spaces that stand together: half of all texts have each of them
//   =wombat  in the title; only the first part of a document has it
//   #3       its collection
//   @2       its level (`levelOf`)
//   @        it is in the sample: one of 256 documents

/** The sign of words in the title. */
export const TITLE = '=';
/** PostgreSQL has 2,046 bytes for a word; and of a title without end, so many words are found. */
const MOST_WORD_BYTES = 2_000;
const MOST_WORDS = 16_383;
/** Between title and text, so that no phrase goes from one to the other. */
const GAP = 2;
/** The number of documents of the first level. */
export const FIRST_LEVEL = 4_096;
/** What one document of the sample stands for. */
export const SAMPLED_FROM = 256;

/** The words of a part as a `tsvector`. `text` is what it is found by. */
export function toVector(
  document: { readonly id: number; readonly collection: number; readonly title: string },
  { text, isLead }: { readonly text: string; readonly isLead: boolean },
): string {
  const title = toStems(toIndexedText(document.title)).slice(0, MOST_WORDS);
  const words = toStems(toIndexedText(text)).slice(0, MOST_WORDS);
  const places = new Map<string, string>([
    [`#${document.collection}`, ''],
    [`@${levelOf(document.id)}`, ''],
  ]);
  if (isSampled(document.id)) places.set('@', '');
  note(places, title, { sign: '', from: 1 });
  note(places, words, { sign: '', from: title.length + GAP });
  if (isLead) note(places, title, { sign: TITLE, from: 1 });
  return [...places]
    .filter(([word]) => Buffer.byteLength(word) <= MOST_WORD_BYTES)
    .map(([word, at]) => quoted(word) + at)
    .join(' ');
}

/**
 * The first documents have level 0, as many more 1, twice as many 2, and so on: whoever looks for the first ones with a
 * frequent word looks at one level after another until there are enough.
 */
function levelOf(document: number): number {
  return Math.max(0, Math.ceil(Math.log2((document + 1) / FIRST_LEVEL)));
}

/** By a number that has nothing to do with the order in which documents are written. */
function isSampled(document: number): boolean {
  return (Math.imul(document, 0x9e3779b1) >>> 0) / 2 ** 32 < 1 / SAMPLED_FROM;
}

/** Notes the places of words that stand one after another, with a sign before each. */
function note(
  places: Map<string, string>,
  words: readonly string[],
  { sign, from }: { readonly sign: string; readonly from: number },
): void {
  for (const [at, word] of words.entries()) {
    const known = places.get(sign + word);
    places.set(sign + word, known === undefined ? `:${from + at}` : `${known},${from + at}`);
    const before = words[at - 1];
    if (before !== undefined && areTogether(before, word)) places.set(`${sign}${before} ${word}`, '');
  }
}

/** Whether one of two words is a sign of a script without spaces. */
function areTogether(one: string, other: string): boolean {
  return HAS_UNSPACED.test(one) || HAS_UNSPACED.test(other);
}

/** A `tsquery` for all of these words of a question; with `TITLE`, in a title. */
export function toQuery(words: readonly string[], sign: '' | typeof TITLE): string {
  return words.map((word) => phraseQuery(toPhrase(word), sign)).join(' & ');
}

/** For words that stand one after another. */
function phraseQuery([first = '', ...others]: readonly string[], sign: string): string {
  let before = first;
  const pairs = others.map((word) => {
    const pair = areTogether(before, word)
      ? quoted(`${sign}${before} ${word}`)
      : `(${quoted(sign + before)} <-> ${quoted(sign + word)})`;
    before = word;
    return pair;
  });
  // A word without a letter is in no text.
  return pairs.length > 0 ? pairs.join(' & ') : quoted(sign + first || ' ');
}

/** A word in a `tsvector` or `tsquery`. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
