import { isStopWord, toWords } from '../text/words.ts';
import { agree, isDate } from './agree.ts';
import { isOtherOfKind, othersOfKind, type PlacedNumber } from './placed-numbers.ts';
import { type Surroundings, sharedAround, surroundingsOf, withoutShared } from './surroundings.ts';
import type { Value } from './value.ts';

/** One of two numbers that the claim exchanges. */
export type SwappedNumber = {
  /** The number of the claim. */
  readonly value: Value;
  /** The number that the source has in its place. */
  readonly found: PlacedNumber;
};

/** How much better the words around the two numbers must match if they are exchanged. */
const CLEARLY_MORE = 0.4;
/** The maximum number of values of a claim that are compared with each other. */
const MAX_VALUES = 12;

/** A number of the claim, and the places where the source has it. */
type ClaimedNumber = {
  readonly value: Value;
  readonly around: Surroundings;
  readonly places: readonly PlacedNumber[];
};

/**
 * Finds two numbers that a claim exchanges: it has `cats have 11 blood types, cattle have 3` where the source
 * has `cats have 3, cattle have 11`. The words that only one of the two numbers has around it tell their
 * places. Null if there are none.
 */
export function findSwappedNumbers(
  text: string,
  claimed: readonly Value[],
  values: readonly PlacedNumber[],
): SwappedNumber | null {
  const compared = claimed
    .slice(0, MAX_VALUES)
    .map((value) => ({ value, others: othersOfKind(value, claimed) }))
    .filter(({ others }) => others.length > 0)
    .map(({ value, others }) => ({
      value,
      around: surroundingsOf(text, value, others),
      places: values.filter((place) => agree(value, place)),
    }));
  for (const [at, one] of compared.entries())
    for (const other of compared.slice(at + 1)) {
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
function placeOfOther(one: ClaimedNumber, other: ClaimedNumber): PlacedNumber | null {
  const own = withoutShared(one.around, other.around);
  const theirs = withoutShared(other.around, one.around);
  const [place, crossed] = strongestBond(own, other.places);
  const [ownPlace, straight] = strongestBond(own, one.places);
  if (place === null || ownPlace === null) return null;
  const gain = crossed - straight;
  const otherGain = strongestBond(theirs, one.places)[1] - strongestBond(theirs, other.places)[1];
  return gain >= 0 && otherGain >= 0 && gain + otherGain >= CLEARLY_MORE ? place : null;
}

/**
 * The place with most of the words around a number, and how much it has; null and -1 if there are no places.
 */
function strongestBond(
  own: Surroundings,
  places: readonly PlacedNumber[],
): readonly [PlacedNumber | null, number] {
  let best: readonly [PlacedNumber | null, number] = [null, -1];
  for (const place of places) {
    const bond = sharedAround(own, place.around());
    if (bond > best[1]) best = [place, bond];
  }
  return best;
}
