import { once } from '../text/once.ts';
import { agree, differInUnit, isDate, isDerived } from './agree.ts';
import { type Claim, coverOf, holds } from './claim.ts';
import { type FoundDifference, findDenialDifference } from './denial-difference.ts';
import { differentName } from './different-name.ts';
import { isUnspaced } from './languages.ts';
import { othersOfKind, type PlacedNumber, placedNumbers } from './placed-numbers.ts';
import { findReplacement } from './replaced.ts';
import type { SentenceRange, SourceIndex, SourceSentence } from './source-index.ts';
import { sharedAround, surroundingsOf, wordsAround } from './surroundings.ts';
import { findSwappedNumbers } from './swapped-numbers.ts';
import type { Value } from './value.ts';

/** The differences between a statement and the closest sentences of a source. */
export type Disagreement = {
  /** The first difference in a number, a date or a unit; null if there is none. */
  readonly otherNumber: FoundDifference | null;
  /** The first difference of any kind; null if there is none. Looked for when it is first needed. */
  readonly difference: () => FoundDifference | null;
  /**
   * True if these sentences lack a number, the source lacks a name, one side denies what the other does not,
   * or the source has something else in the place of a number, a name or a word.
   */
  readonly isMissing: boolean;
  /** The numbers that these sentences lack. */
  readonly missing: readonly Value[];
  /** The stems of the names that the source lacks. */
  readonly names: readonly string[];
  /** Whether a number is in another's place, a name or word was replaced, or a sentence says the opposite. */
  readonly isReversed: boolean;
  /**
   * Whether the statement denies something, and none of these sentences denies the same words. False in a
   * language without rules.
   */
  readonly deniesAlone: boolean;
  /** Whether these sentences say the opposite, or have most of the words that only the statement denies. */
  readonly affirmsDenied: boolean;
};

/** Compares numbers, dates, units, names and denials of a claim with the best sentences of a source. */
export function disagreementOf(claim: Claim, source: SourceIndex, window: SentenceRange): Disagreement {
  const near = source.sentences.slice(window.first, window.last + 1);
  const values = near.flatMap(placedNumbers);
  const missing = claim.values.filter((value) => !isStated(value, values, near));
  // The source has these numbers, but others in their place.
  const elsewhere = claim.values.flatMap((value) => {
    const found = missing.includes(value) ? null : findInPlaceOf(value, claim, values);
    return found === null ? [] : [{ value, found }];
  });
  const exchange = findSwappedNumbers(claim.text, claim.values, values);
  const denial = findDenialDifference(claim, near);
  const replaced = isUnspaced(claim.language) ? findReplacement(claim.text, near, source.text()) : null;
  const otherNumber = firstOf([
    ...missing.map((value) => () => differentValue(value, claim, values)),
    ...elsewhere.map((pair) => () => valueDifference(pair.value, pair.found)),
    () => (exchange === null ? null : valueDifference(exchange.value, exchange.found)),
  ]);
  const otherName: FoundDifference | null = replaced?.isName === true ? { kind: 'name', ...replaced } : null;
  const names = [...claim.names].filter((name) => !holds(source, name));
  return {
    otherNumber,
    difference: once(
      () => otherNumber ?? differentName(claim, near, source) ?? otherName ?? denial.difference,
    ),
    isMissing:
      missing.length + elsewhere.length > 0 ||
      exchange !== null ||
      replaced !== null ||
      names.length > 0 ||
      denial.isMissing,
    missing,
    names,
    deniesAlone: denial.isAlone,
    affirmsDenied: denial.isAffirmed,
    isReversed: elsewhere.length > 0 || exchange !== null || replaced !== null || denial.difference !== null,
  };
}

/** Whether some sentences state a value, or two of their numbers make it. */
export function isStated(
  value: Value,
  values: readonly PlacedNumber[],
  near: readonly SourceSentence[],
): boolean {
  if (values.some((other) => agree(value, other))) return true;
  return near.some((sentence) =>
    isDerived(
      value,
      values.filter((other) => other.sentence === sentence),
    ),
  );
}

function firstOf(attempts: readonly (() => FoundDifference | null)[]): FoundDifference | null {
  for (const attempt of attempts) {
    const difference = attempt();
    if (difference !== null) return difference;
  }
  return null;
}

/** The minimum share of the words around a number that another number must have in common. */
const SAME_CONTEXT = 0.34;
/** The share of a claim that a sentence must cover for its only number of a kind to be compared. */
const MIN_COVER = 0.75;

/** The difference between a value of the claim and the one that the source has in its place; null if none. */
function differentValue(value: Value, claim: Claim, values: readonly PlacedNumber[]): FoundDifference | null {
  const free = values.filter((other) => !claim.values.some((one) => one !== value && agree(one, other)));
  const other =
    free.find((one) => differInUnit(value, one)) ??
    free.find((one) => isSameKind(value, one) && isSameContext(claim.text, value, one)) ??
    onlyOfItsKind(value, claim, free);
  return other === undefined ? null : valueDifference(value, other);
}

/** The difference that a value of the claim has from one of the source. */
function valueDifference(value: Value, other: PlacedNumber): FoundDifference {
  const from = other.sentence.from + other.from;
  return {
    kind: kindOf(value, other),
    stated: value.text,
    found: other.text,
    from,
    to: from + other.text.length,
  };
}

function kindOf(value: Value, other: Value): FoundDifference['kind'] {
  if (differInUnit(value, other)) return 'unit';
  return isDate(value) ? 'date' : 'number';
}

/** The only value of its kind, if its sentence covers most of the claim. */
function onlyOfItsKind(value: Value, claim: Claim, free: readonly PlacedNumber[]): PlacedNumber | undefined {
  const ofItsKind = free.filter((other) => isSameKind(value, other));
  const [only] = ofItsKind;
  return ofItsKind.length === 1 && only !== undefined && coverOf(claim, only.sentence) >= MIN_COVER
    ? only
    : undefined;
}

function isSameKind(one: Value, other: Value): boolean {
  return one.unit?.dimension === other.unit?.dimension && isDate(one) === isDate(other);
}

/** Whether enough of the words around a value also stand around the other one. */
function isSameContext(text: string, value: Value, other: PlacedNumber): boolean {
  const own = wordsAround(text, value);
  const theirs = new Set(wordsAround(other.sentence.text, other));
  return own.length > 0 && own.filter((word) => theirs.has(word)).length / own.length >= SAME_CONTEXT;
}

/** How much more another number must have in common with the claim's number than the agreeing one has. */
const CLEARLY_MORE = 1.2;

/**
 * The number that the source has where the claim has another one, although the source also has the claim's
 * number in another place: `the alloy melts at 650 °C` beside `it begins at 650 °C, the alloy melts at
 * 652 °C`. The words around a number identify its place. Numbers that the claim also has are ignored. Null if
 * no other number is clearly closer.
 */
function findInPlaceOf(value: Value, claim: Claim, values: readonly PlacedNumber[]): PlacedNumber | null {
  const others = othersOfKind(value, values).filter(
    (other) => !claim.values.some((one) => agree(one, other)),
  );
  const agreeing = values.filter((other) => agree(value, other));
  if (others.length === 0 || agreeing.length === 0) return null;
  const own = surroundingsOf(claim.text, value, othersOfKind(value, claim.values));
  const minBond = CLEARLY_MORE + Math.max(...agreeing.map(({ around }) => sharedAround(own, around())));
  const minCover = Math.max(...agreeing.map(({ sentence }) => coverOf(claim, sentence)));
  let closest: { readonly place: PlacedNumber | null; readonly bond: number } = { place: null, bond: 0 };
  for (const place of others) {
    const bond = sharedAround(own, place.around());
    if (bond >= minBond && bond > closest.bond && coverOf(claim, place.sentence) >= minCover)
      closest = { place, bond };
  }
  return closest.place;
}
