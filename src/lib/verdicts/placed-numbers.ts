import { once } from '../text/once.ts';
import { agree, isDate, isMonth } from './agree.ts';
import type { SourceSentence } from './source-index.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import type { Value } from './value.ts';

/** A number of a source, with its sentence. */
export type PlacedNumber = Value & {
  readonly sentence: SourceSentence;
  /** The words around it, looked up on first use. */
  readonly around: () => Surroundings;
};

/** The numbers of a sentence. */
export function placedNumbers(sentence: SourceSentence): readonly PlacedNumber[] {
  const values = sentence.values();
  return values.map((value) => ({
    ...value,
    sentence,
    around: once(() => surroundingsOf(sentence.text, value, othersOfKind(value, values))),
  }));
}

/** The numbers that could stand in the place of a number: they differ, but are of the same kind. */
export function othersOfKind<Other extends Value>(value: Value, values: readonly Other[]): readonly Other[] {
  return values.filter((other) => isOtherOfKind(value, other));
}

/**
 * Whether two values are of one kind and differ. False for months: a claim may name one month of `23 February
 * to 6 March`.
 */
export function isOtherOfKind(value: Value, other: Value): boolean {
  if (isMonth(value)) return false;
  return (
    value.unit?.dimension === other.unit?.dimension && isDate(value) === isDate(other) && !agree(value, other)
  );
}
