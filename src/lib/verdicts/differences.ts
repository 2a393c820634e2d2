import { once } from '../text/once.ts';
import { agree, isDerived } from './agree.ts';
import { type Claim, holds } from './claim.ts';
import { denialOf, type FoundDifference } from './denial-of.ts';
import { differentName } from './different-name.ts';
import { differentValue, valueDifference } from './different-value.ts';
import { findExchange } from './exchanged.ts';
import { isUnspaced } from './languages.ts';
import { findInPlaceOf } from './misplaced.ts';
import { type Placed, placedNumbers } from './placed-numbers.ts';
import { findReplacement } from './replaced.ts';
import type { SentenceRange, SourceIndex, SourceSentence } from './source-index.ts';
import type { Value } from './value.ts';

/** The differences between a statement and its source. */
export type Disagreement = {
  /** The first difference in a number, a date or a unit; null if there is none. */
  readonly otherNumber: FoundDifference | null;
  /** The first difference of any kind; null if there is none. Looked for when it is first needed. */
  readonly difference: () => FoundDifference | null;
  /**
   * True if the source lacks some of the numbers and names, or does not deny the part that the statement
   * denies.
   */
  readonly isMissing: boolean;
  /** The numbers that these sentences lack. */
  readonly missing: readonly Value[];
  /** The stems of the names that the source lacks. */
  readonly names: readonly string[];
  /**
   * Whether a number stands in the place of another one, a name was replaced, or a sentence on the same
   * subject says the opposite.
   */
  readonly isReversed: boolean;
  /** Whether the statement denies something, and none of these sentences denies anything. */
  readonly deniesAlone: boolean;
};

/** Compares numbers, dates, units, names and denials of a claim with the best sentences of a source. */
export function disagreementOf(claim: Claim, source: SourceIndex, window: SentenceRange): Disagreement {
  const near = source.sentences.slice(window.first, window.last + 1);
  const values = near.flatMap(placedNumbers);
  const missing = claim.values.filter((value) => !isStated(value, values, near));
  const elsewhere = claim.values.flatMap((value) => {
    const found = missing.includes(value) ? null : findInPlaceOf(value, claim, values);
    return found === null ? [] : [{ value, found }];
  });
  const exchange = findExchange(claim.text, claim.values, values);
  const denial = denialOf(claim, near);
  const replaced = isUnspaced(claim.language) ? findReplacement(claim.text, near, source.text()) : null;
  const otherNumber = firstOf([
    ...missing.map((value) => () => differentValue(value, claim, values)),
    ...elsewhere.map((pair) => () => valueDifference(pair.value, pair.found)),
    () => (exchange === null ? null : valueDifference(exchange.value, exchange.found)),
  ]);
  const names = [...claim.names].filter((name) => !holds(source, name));
  return {
    otherNumber,
    difference: once(
      () =>
        otherNumber ??
        differentName(claim, near, source) ??
        (replaced?.isName === true ? { kind: 'name', ...replaced } : denial.difference),
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
    isReversed: elsewhere.length > 0 || exchange !== null || replaced !== null || denial.difference !== null,
  };
}

/** Whether some sentences state a value, or two of their numbers make it. */
export function isStated(value: Value, values: readonly Placed[], near: readonly SourceSentence[]): boolean {
  if (values.some((other) => agree(value, other))) return true;
  return near.some((sentence) =>
    isDerived(
      value,
      values.filter((other) => other.sentence === sentence),
    ),
  );
}

/** The first difference that an attempt finds. */
function firstOf(attempts: readonly (() => FoundDifference | null)[]): FoundDifference | null {
  for (const attempt of attempts) {
    const difference = attempt();
    if (difference !== null) return difference;
  }
  return null;
}
