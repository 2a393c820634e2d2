import { agree, isDate, isMonth } from './agree.ts';
import { type Claim, holds } from './claim.ts';
import { isStated } from './differences.ts';
import { isUnspaced } from './languages.ts';
import type { SourceMatch } from './match.ts';
import { placedNumbers } from './placed-numbers.ts';
import { type SourceIndex, toTerms } from './source-index.ts';
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
    values: missing.filter((value) => !isDated(value, claim, matches) && !isStated(value, values, near)),
    names: names.filter((name) => !matches.some(({ source }) => holds(source, name))),
  };
}

/** The maximum number of characters between two parts of a date: `14 de agosto de 2024`. */
const WITHIN_DATE = 5;

/** Whether a sentence has all parts of a value's date; the year may be the source's own. */
function isDated(value: Value, claim: Claim, matches: readonly SourceMatch[]): boolean {
  const date = dateAround(value, claim.values);
  return (
    date.some(isDate) &&
    matches.some(({ source }) =>
      source.sentences.some((sentence) =>
        date.every(
          (part) =>
            (isDate(part) && source.year !== null && part.readings.includes(source.year)) ||
            sentence.values().some((other) => agree(part, other)),
        ),
      ),
    )
  );
}

/** The values next to each other, of which one is a month; otherwise the value alone. */
function dateAround(value: Value, values: readonly Value[]): readonly Value[] {
  const at = values.indexOf(value);
  let first = at;
  let last = at;
  const isNext = (one: Value | undefined, other: Value | undefined) =>
    one !== undefined && other !== undefined && other.from - one.to <= WITHIN_DATE;
  while (isNext(values[first - 1], values[first]) && at - first < 2) first--;
  while (isNext(values[last], values[last + 1]) && last - at < 2) last++;
  const near = values.slice(first, last + 1);
  return near.some(isMonth) ? near.filter((one) => isMonth(one) || one.unit === null) : [value];
}

/** A number below this may be written in words in another language. */
const MIN_DIGITS = 13;

/** Whether a value is no small count: those are often added by the writer. */
export function isLarge({ unit, readings }: Value): boolean {
  return unit !== null || readings.every((one) => one >= MIN_DIGITS);
}

const LATIN_NAME = /\p{Lu}[\p{Script=Latin}]{2,}/gu;

/** Whether a claim has a number, or in Chinese and Japanese a Latin name, that no source has. */
export function hasForeignValue({ text, language, values }: Claim, sources: readonly SourceIndex[]): boolean {
  const isKnown = (value: Value) =>
    sources.some(({ sentences }) =>
      sentences.some((sentence) => sentence.values().some((other) => agree(value, other))),
    );
  const large = values.filter((value) => !isDate(value) && isLarge(value));
  const names = isUnspaced(language) ? (text.match(LATIN_NAME) ?? []) : [];
  return (
    large.some((value) => !isKnown(value)) ||
    names.some((name) => toTerms(name).every((term) => !sources.some((source) => holds(source, term))))
  );
}
