import { once } from '../text/once.ts';
import { isStopWord, toWords } from '../text/words.ts';
import { agree, isDate } from './agree.ts';
import { MONTH } from './numeric-dates.ts';
import type { SourceSentence } from './source-index.ts';
import type { Value } from './value.ts';

/** A number of a source. */
export type Placed = Value & {
  /** The sentence that it is in. */
  readonly sentence: SourceSentence;
  /** The words around it; looked up on first use. */
  readonly sides: () => Sides;
};

/** The words directly before and after a number, the closest first. */
type Sides = { readonly before: readonly string[]; readonly after: readonly string[] };

/** The number of characters on each side of a number that are compared. */
const SIDE_CHARS = 48;
/** The number of words on each side of a number that are compared. */
const SIDE_WORDS = 5;
/** How many more neighbours than the agreeing number another number must share with the claim's number. */
const CLEARLY_MORE = 2;
/**
 * The number of shared neighbours assumed for a sum or a difference of the source's numbers, because it has
 * no neighbours of its own.
 */
const DERIVED_BOND = 2;

/**
 * The number that the source has where the claim has another one, although the source also has the claim's
 * number in another place: `melts at 650 °C` beside `begins at 650 °C, melts at 652 °C`. The words directly
 * before and after a number identify its place. Null if no other number is clearly closer.
 */
export function findInPlaceOf(
  text: string,
  value: Value,
  {
    values,
    coverOf,
  }: { readonly values: readonly Placed[]; readonly coverOf: (sentence: SourceSentence) => number },
): Placed | null {
  if (!values.some((other) => isOtherOfKind(value, other))) return null;
  const own = sidesOf(text, value);
  const rated = values.map((other) => ({ other, bond: bondOf(own, other.sides()) }));
  const agreeing = rated.filter(({ other }) => agree(value, other));
  const ownBond = agreeing.length === 0 ? DERIVED_BOND : Math.max(...agreeing.map(({ bond }) => bond));
  const minCover = Math.max(0, ...agreeing.map(({ other }) => coverOf(other.sentence)));
  const [closest] = rated
    .filter(({ other, bond }) => bond >= ownBond + CLEARLY_MORE && isOtherOfKind(value, other))
    .filter(({ other }) => coverOf(other.sentence) >= minCover)
    .sort((a, b) => b.bond - a.bond);
  return closest?.other ?? null;
}

/**
 * Whether two values differ but are of the same kind. Months are left out, because a claim may name only one
 * end of `23 February to 6 March`.
 */
export function isOtherOfKind(value: Value, other: Value): boolean {
  if (value.unit?.dimension === MONTH.dimension) return false;
  return (
    value.unit?.dimension === other.unit?.dimension && isDate(value) === isDate(other) && !agree(value, other)
  );
}

/** The numbers of a sentence. */
export function placedNumbers(sentence: SourceSentence): readonly Placed[] {
  return sentence
    .values()
    .map((value) => ({ ...value, sentence, sides: once(() => sidesOf(sentence.text, value)) }));
}

function sidesOf(text: string, { from, to }: Value): Sides {
  return {
    before: toWords(text.slice(Math.max(0, from - SIDE_CHARS), from))
      .slice(-SIDE_WORDS)
      .reverse(),
    after: toWords(text.slice(to, to + SIDE_CHARS)).slice(0, SIDE_WORDS),
  };
}

/** The number of adjacent neighbours that are the same, if any of them is a meaningful word. */
function bondOf(own: Sides, other: Sides): number {
  const same = [...commonStart(own.before, other.before), ...commonStart(own.after, other.after)];
  return same.some((word) => !isStopWord(word)) ? same.length : 0;
}

function commonStart(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((word, at) => word !== other[at]);
  return end < 0 ? one : one.slice(0, end);
}
