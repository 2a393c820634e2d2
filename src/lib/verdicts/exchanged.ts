import { isStopWord, stem, toWords } from '../text/words.ts';
import { agree, isDate } from './agree.ts';
import { isOtherOfKind, type Placed } from './misplaced.ts';
import type { Value } from './value.ts';

/** One of two numbers that the claim exchanges. */
export type ExchangedNumber = {
  /** The number of the claim. */
  readonly value: Value;
  /** The number that the source has in its place. */
  readonly found: Placed;
};

/** The number of characters on each side of a number that are compared. */
const SIDE_CHARS = 90;
/** The number of words on each side of a number that are compared. */
const SIDE_WORDS = 10;
/** A word counts less by this factor for each word between it and the number. */
const FADING = 0.8;
/**
 * How much better the words around the two numbers must match those in the source if the numbers are
 * exchanged.
 */
const CLEARLY_MORE = 0.4;
/** Words without a meaning of their own that tell which of two numbers comes first: `from 1870 to 1910`. */
const FROM = new Set('from since von ab seit de desde depuis du dès da dal dalla do'.split(' '));
/** The maximum number of values of a claim that are compared with each other. */
const MAX_VALUES = 12;

/**
 * The stems of the meaningful words on one side of a number, and of a word such as `from` right next to it;
 * the closer a word is, the more it weighs.
 */
type Side = ReadonlyMap<string, number>;
/** Both sides of a number. */
type Surroundings = { readonly before: Side; readonly after: Side };
/** A number of the claim, and the places where the source has it. */
type ClaimedNumber = {
  readonly value: Value;
  readonly around: Surroundings;
  readonly places: readonly SourcePlace[];
};
/** A number of the source, and what is around it. */
type SourcePlace = { readonly place: Placed; readonly around: Surroundings };
/** How much two numbers have in common around them, and the number of the source. */
type NumberBond = { readonly strength: number; readonly place: Placed | null };

/**
 * Finds two numbers that a claim exchanges: it has `cats have 11 blood types, cattle have 3` where the source
 * has `cats have 3, cattle have 11`. The meaningful words on the same side of a number identify its place.
 * Null if there are none.
 */
export function findExchange(
  text: string,
  claimed: readonly Value[],
  values: readonly Placed[],
): ExchangedNumber | null {
  const compared = claimed.slice(0, MAX_VALUES);
  const hasTwoOfKind = compared.some((one, index) =>
    compared.slice(index + 1).some((other) => isOtherOfKind(one, other)),
  );
  if (!hasTwoOfKind) return null;
  const inSource = values.map((place) => {
    const { text: sentence, values: others } = place.sentence;
    return { place, around: surroundingsOf(sentence, place, others()) };
  });
  const inClaim = compared.map((value) => ({
    value,
    around: surroundingsOf(text, value, claimed),
    places: inSource.filter(({ place }) => agree(value, place)),
  }));
  for (const [at, one] of inClaim.entries())
    for (const other of inClaim.slice(at + 1)) {
      const mayDiffer = isOtherOfKind(one.value, other.value) && !arePaired(text, one.value, other.value);
      const found = mayDiffer ? placeOfOther(one, other) : null;
      if (found !== null) return { value: one.value, found };
    }
  return null;
}

/** Two years of a list, which may come in any order: `2011 and 2012`. */
const LISTED = /^[\s,、年]*(?:and|or|und|oder|et|ou|y|o|e|和|与|與|や|と)?[\s年]*$/iu;

/** Whether two numbers belong together, as years of a list or as a score: `2 to 5`. */
function arePaired(text: string, one: Value, other: Value): boolean {
  const between = text.slice(one.to, other.from);
  return isDate(one) ? LISTED.test(between) : toWords(between).every(isStopWord);
}

/** Where the source has the other number, if the claim exchanges the two; otherwise null. */
function placeOfOther(one: ClaimedNumber, other: ClaimedNumber): Placed | null {
  if (one.places.length === 0 || other.places.length === 0) return null;
  const own = withoutShared(one.around, other.around);
  const theirs = withoutShared(other.around, one.around);
  const crossed = strongestBond(own, other.places);
  const gain = crossed.strength - strongestBond(own, one.places).strength;
  const otherGain =
    strongestBond(theirs, one.places).strength - strongestBond(theirs, other.places).strength;
  return gain >= 0 && otherGain >= 0 && gain + otherGain >= CLEARLY_MORE ? crossed.place : null;
}

/** The words that are around one number and not on the same side of the other. */
function withoutShared({ before, after }: Surroundings, other: Surroundings): Surroundings {
  const without = (side: Side, shared: Side) => new Map([...side].filter(([word]) => !shared.has(word)));
  return { before: without(before, other.before), after: without(after, other.after) };
}

function strongestBond(own: Surroundings, places: readonly SourcePlace[]): NumberBond {
  let best: NumberBond = { strength: -1, place: null };
  for (const { place, around } of places) {
    const strength = sharedOf(own.before, around.before) + sharedOf(own.after, around.after);
    if (strength > best.strength) best = { strength, place };
  }
  return best;
}

function sharedOf(one: Side, other: Side): number {
  let sum = 0;
  for (const [word, weight] of one) sum += Math.min(weight, other.get(word) ?? 0);
  return sum;
}

/**
 * The words on both sides of a number up to the next number of the same kind, because the words beyond that
 * belong to the other number.
 */
function surroundingsOf(text: string, value: Value, others: readonly Value[]): Surroundings {
  const same = others.filter((other) => isOtherOfKind(value, other));
  const { from, to } = value;
  const start = Math.max(0, from - SIDE_CHARS, ...same.map((one) => (one.to <= from ? one.to : 0)));
  const end = Math.min(to + SIDE_CHARS, ...same.map((one) => (one.from >= to ? one.from : text.length)));
  return {
    before: toSide(toWords(text.slice(start, from)).reverse()),
    after: toSide(toWords(text.slice(to, end))),
  };
}

/** Takes the words closest to the number first. */
function toSide(words: readonly string[]): Side {
  const side = new Map<string, number>();
  for (const [distance, word] of words.slice(0, SIDE_WORDS).entries()) {
    const counts = isStopWord(word) ? distance === 0 && FROM.has(word) : !/\p{N}/u.test(word);
    const term = stem(word);
    if (counts && !side.has(term)) side.set(term, FADING ** distance);
  }
  return side;
}
