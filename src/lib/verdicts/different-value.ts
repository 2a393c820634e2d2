import { agree, differInUnit, isDate } from './agree.ts';
import type { Claim } from './claim.ts';
import { coverOf } from './cover-of.ts';
import type { FoundDifference } from './denial-of.ts';
import type { Placed } from './placed-numbers.ts';
import type { Value } from './value.ts';
import { wordsAround } from './words-around.ts';

/** The minimum share of the words around a number that another number must have in common. */
const SAME_CONTEXT = 0.34;
/**
 * The minimum share of a claim that a sentence must cover before its only number of a kind is compared with
 * the claim's number of that kind.
 */
const MIN_COVER = 0.75;

/** The difference between a value of the claim and the value that the source has in its place. */
export function differentValue(
  value: Value,
  claim: Claim,
  values: readonly Placed[],
): FoundDifference | null {
  const free = values.filter((other) => !claim.values.some((one) => one !== value && agree(one, other)));
  const other =
    free.find((one) => differInUnit(value, one)) ??
    free.find((one) => isSameKind(value, one) && isSameContext(claim.text, value, one)) ??
    onlyOfItsKind(value, claim, free);
  return other === undefined ? null : valueDifference(value, other);
}

/** The difference that a value of the claim has from one of the source. */
export function valueDifference(value: Value, other: Placed): FoundDifference {
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

/** The only value of its kind in a sentence that covers most of the claim. */
function onlyOfItsKind(value: Value, claim: Claim, free: readonly Placed[]): Placed | undefined {
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
function isSameContext(text: string, value: Value, other: Placed): boolean {
  const own = wordsAround(text, value);
  const theirs = new Set(wordsAround(other.sentence.text, other));
  return own.length > 0 && own.filter((word) => theirs.has(word)).length / own.length >= SAME_CONTEXT;
}
