import { isDate } from './agree.ts';
import { type Claim, holds } from './claim.ts';
import { isStated, placedNumbers } from './differences.ts';
import type { SourceMatch } from './match.ts';
import type { SentencesTogether } from './together.ts';
import type { Value } from './value.ts';

/** The numbers and names of a claim that no source has. */
export type NotInSources = { readonly values: readonly Value[]; readonly names: readonly string[] };

/**
 * The numbers and names that the closest sentences lack (those of the first match), and that the other
 * sentences of all matches lack too. The year of a source's date counts as said.
 */
export function notInSources(
  claim: Claim,
  matches: readonly SourceMatch[],
  together: () => SentencesTogether,
): NotInSources {
  const [closest] = matches;
  if (closest === undefined) return { values: claim.values, names: [...claim.names] };
  const { missing, names } = closest.disagreement;
  const near = missing.length === 0 ? [] : together().sentences;
  const values = near.flatMap(placedNumbers);
  return {
    values: missing.filter((value) => !isDated(value, matches) && !isStated(value, values, near)),
    names: names.filter((name) => !matches.some(({ source }) => holds(source, name))),
  };
}

/** Whether a value is the year of a source. */
function isDated(value: Value, matches: readonly SourceMatch[]): boolean {
  return (
    isDate(value) && matches.some(({ source: { year } }) => year !== null && value.readings.includes(year))
  );
}

/** A number below this may be written in words in another language. */
const MIN_DIGITS = 13;

/** Whether a value has a unit or is at least 13: smaller counts are often added by the writer. */
export function isSpecific({ unit, readings }: Value): boolean {
  return unit !== null || readings.every((one) => one >= MIN_DIGITS);
}
