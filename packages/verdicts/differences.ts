import { once } from '@sayso/text/once.ts';
import { agree, differInUnit, isDate, isDerived } from './agree.ts';
import { type Claim, coverOf, holds } from './claim.ts';
import { differentName, type FoundDifference } from './different-name.ts';
import type { SentenceRange, SourceIndex, SourceSentence } from './source-index.ts';
import type { Value } from './value.ts';
import { wordsAround } from './words-around.ts';

/** A number of a source, with its sentence. */
export type PlacedNumber = Value & { readonly sentence: SourceSentence };

/** The numbers of a sentence. */
export function placedNumbers(sentence: SourceSentence): readonly PlacedNumber[] {
  return sentence.values().map((value) => ({ ...value, sentence }));
}

/** The differences between a statement and the closest sentences of a source. */
export type Disagreement = {
  /** The first difference in a number, a date or a unit; null if there is none. */
  readonly otherNumber: FoundDifference | null;
  /** The first difference of any kind; null if there is none. Looked for when it is first needed. */
  readonly difference: () => FoundDifference | null;
  /** True if these sentences lack a number, or the source lacks a name. */
  readonly isMissing: boolean;
  /** The numbers that these sentences lack. */
  readonly missing: readonly Value[];
  /** The stems of the names that the source lacks. */
  readonly names: readonly string[];
};

/** Compares numbers, dates, units and names of a claim with the best sentences of a source. */
export function disagreementOf(claim: Claim, source: SourceIndex, window: SentenceRange): Disagreement {
  const near = source.sentences.slice(window.first, window.last + 1);
  const values = near.flatMap(placedNumbers);
  const missing = claim.values.filter((value) => !isStated(value, values, near));
  const otherNumber =
    missing.map((value) => differentValue(value, claim, values)).find((found) => found !== null) ?? null;
  const names = [...claim.names].filter((name) => !holds(source, name));
  return {
    otherNumber,
    difference: once(() => otherNumber ?? differentName(claim, near, source)),
    isMissing: missing.length > 0 || names.length > 0,
    missing,
    names,
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
