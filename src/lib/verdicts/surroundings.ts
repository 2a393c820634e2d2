import { isStopWord, stem, toWords } from '../text/words.ts';
import type { Value } from './value.ts';

/** The number of characters on each side of a number that are compared. */
const SIDE_CHARS = 90;
/** The number of words on each side of a number that are compared. */
const SIDE_WORDS = 10;
/** A word counts less by this factor for each word between it and the number. */
const FADING = 0.8;
/** Words without a meaning of their own that tell which of two numbers comes first: `from 1870 to 1910`. */
const FROM = new Set('from since von ab seit de desde depuis du dès da dal dalla do'.split(' '));

/** The stems of the words on one side of a number; the closer a word is, the more it weighs. */
type Side = ReadonlyMap<string, number>;
/** Both sides of a number. */
export type Surroundings = { readonly before: Side; readonly after: Side };

/** The words on both sides of a number, up to the next of some others, to which the rest belongs. */
export function surroundingsOf(text: string, { from, to }: Value, others: readonly Value[]): Surroundings {
  const start = Math.max(0, from - SIDE_CHARS, ...others.map((one) => (one.to <= from ? one.to : 0)));
  const end = Math.min(to + SIDE_CHARS, ...others.map((one) => (one.from >= to ? one.from : text.length)));
  return {
    before: toSide(toWords(text.slice(start, from)).reverse()),
    after: toSide(toWords(text.slice(to, end))),
  };
}

/** Weighs the words on one side of a number; `words` begin with the closest one. */
function toSide(words: readonly string[]): Side {
  const side = new Map<string, number>();
  for (const [distance, word] of words.slice(0, SIDE_WORDS).entries()) {
    const counts = isStopWord(word) ? distance === 0 && FROM.has(word) : !/\p{N}/u.test(word);
    const term = stem(word);
    if (counts && !side.has(term)) side.set(term, FADING ** distance);
  }
  return side;
}

/** How much two numbers have in common around them, on the same sides. */
export function sharedAround(one: Surroundings, other: Surroundings): number {
  return sharedOf(one.before, other.before) + sharedOf(one.after, other.after);
}

function sharedOf(one: Side, other: Side): number {
  let sum = 0;
  for (const [word, weight] of one) sum += Math.min(weight, other.get(word) ?? 0);
  return sum;
}

/** The words that are around one number and not on the same side of the other. */
export function withoutShared({ before, after }: Surroundings, other: Surroundings): Surroundings {
  const without = (side: Side, shared: Side) => new Map([...side].filter(([word]) => !shared.has(word)));
  return { before: without(before, other.before), after: without(after, other.after) };
}

/** The number of words on each side of a number or a name that count as its context. */
const CONTEXT_WORDS = 4;
/** The number of characters on each side that have these words. */
const CONTEXT_CHARS = 60;
/** Text without spaces is split with a dictionary, so its endings and digits are no evidence. */
const UNSPACED_TEXT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_CONTEXT = /^[\p{Script=Hiragana}\p{N}.,]+$/u;

/** The words around a place in a text, in lower case. */
export function wordsAround(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[] {
  const wordsOf = (some: string) =>
    UNSPACED_TEXT.test(some)
      ? toWords(some).filter((word) => !NO_CONTEXT.test(word))
      : (some.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []);
  const before = wordsOf(text.slice(Math.max(0, from - CONTEXT_CHARS), from)).slice(-CONTEXT_WORDS);
  return [...before, ...wordsOf(text.slice(to, to + CONTEXT_CHARS)).slice(0, CONTEXT_WORDS)];
}
