import { toSentences } from '@sayso/text/sentences.ts';
import { type MeasureUnit, MONTH } from './notations.ts';
import { toValues, type Value } from './values.ts';

/** The maximum difference between two rounded conversions of the same quantity, as a share. */
const CONVERSION_ERROR = 0.035;
/** The most that two rounded temperatures differ, in degrees Celsius; a share would be meaningless. */
const DEGREES_ERROR = 0.6;
/** The maximum error of a rounded year, in years; a share of a year would be meaningless. */
const YEARS_ERROR = 5;
/** Sums of small numbers equal other small numbers by accident. */
const MIN_DERIVED = 13;
/** The maximum number of values in one sentence that are combined with each other. */
const MAX_OPERANDS = 12;

/**
 * Whether two values agree: equal, one the rounded form of the other, or converted. A number without a unit
 * may have any.
 */
export function agree(one: Value, other: Value): boolean {
  if (one.unit !== null && other.unit !== null && one.unit.dimension !== other.unit.dimension) return false;
  if (isMonth(one) !== isMonth(other)) return false;
  const isConverted = one.unit !== null && other.unit !== null && one.unit.factor !== other.unit.factor;
  if (isConverted) return areConversions(one, other);
  const maxSlack = isDate(one) && isDate(other) ? YEARS_ERROR : Number.POSITIVE_INFINITY;
  const slack = Math.min(maxSlack, Math.max(one.tolerance, other.tolerance));
  // A tolerance of more than half of a number belongs to its other reading: the tolerance of 57,000 belongs
  // to `57.000`. The factor 1.0001 allows for binary fractions.
  return somePair(
    one,
    other,
    (a, b) => a === b || (slack <= Math.max(a, b) / 2 && Math.abs(a - b) <= slack * 1.0001),
  );
}

/** Whether the numbers are the same although the units are not: `5 km` and `5 miles`. */
export function differInUnit(one: Value, other: Value): boolean {
  if (one.unit === null || other.unit === null) return false;
  const isSame = one.unit.dimension === other.unit.dimension && one.unit.factor === other.unit.factor;
  return !isSame && somePair(one, other, (a, b) => a === b) && !agree(one, other);
}

/** Whether a value is the sum, difference or percentage of two values of a sentence. */
export function isDerived(value: Value, sentence: readonly Value[]): boolean {
  if (isDate(value)) return false;
  const operands = sentence.slice(0, MAX_OPERANDS).filter(({ unit }) => unit?.dimension !== MONTH.dimension);
  // Nothing equals NaN, so a value that is too small is never derived.
  const wanted = value.readings.find((reading) => reading >= MIN_DERIVED) ?? Number.NaN;
  const isTime = value.unit?.dimension === 'time';
  return operands.some((one, index) => operands.slice(index + 1).some((other) => isMadeOf(one, other)));

  function isMadeOf(one: Value, other: Value): boolean {
    const [x = 0] = one.readings;
    const [y = 0] = other.readings;
    if (value.unit?.dimension === 'share')
      return [x / y, y / x].some((ratio) => Math.abs(ratio * 100 - wanted) <= Math.max(0.5, value.tolerance));
    if (isDate(one) !== isDate(other)) return false;
    if (isDate(one)) return isTime && Math.abs(x - y) === wanted;
    return (
      isSameUnit(one, other) && isSameUnit(value, one) && (x + y === wanted || Math.abs(x - y) === wanted)
    );
  }
}

/** A month, or a whole number without a unit that looks like a year. */
export function isDate({ unit, readings, text }: Value): boolean {
  if (unit?.dimension === MONTH.dimension) return true;
  const [year] = readings;
  return unit === null && /^\d{4}$/.test(text) && year !== undefined && year >= 1000 && year < 2150;
}

/** Whether a value is a month of a date. */
function isMonth({ unit }: Value): boolean {
  return unit?.dimension === MONTH.dimension;
}

function isSameUnit(one: Value, other: Value): boolean {
  return one.unit?.dimension === other.unit?.dimension && one.unit?.factor === other.unit?.factor;
}

function areConversions(one: Value, other: Value): boolean {
  // `3.718 metros` and `3.718 kilómetros`: the dot must have the same meaning on both sides.
  const isAmbiguous = one.readings.length > 1 && other.readings.length === one.readings.length;
  const isConversion = (a: number, b: number) => {
    const x = inBaseUnit(a, one.unit);
    const y = inBaseUnit(b, other.unit);
    if (one.unit?.dimension === 'temperature') return Math.abs(x - y) <= DEGREES_ERROR;
    return Math.abs(x - y) <= CONVERSION_ERROR * Math.max(Math.abs(x), Math.abs(y));
  };
  return isAmbiguous
    ? one.readings.some((a, at) => isConversion(a, other.readings[at] ?? 0))
    : somePair(one, other, isConversion);
}

function inBaseUnit(reading: number, unit: MeasureUnit | null): number {
  return reading * (unit?.factor ?? 1) + (unit?.offset ?? 0);
}

/** Whether any reading of one value fits any of the other. Called most often: creates no arrays. */
function somePair(one: Value, other: Value, fits: (a: number, b: number) => boolean): boolean {
  return one.readings.some((a) => other.readings.some((b) => fits(a, b)));
}

/** What may stand beside the numbers of a wanted text without another meaning. */
const BESIDE = /(?:\b(?:about|around|approximately|the|of|on|in|and|st|nd|rd|th)\b|[^\p{L}\p{N}])+/giu;

/**
 * Whether a sentence of a text states the number or the date that `wanted` consists of, in any notation: `12
 * March 2001` is in "on 2001-03-12", and `5 km` in "3.1 miles". A number that is rounded more than the wanted
 * one is another one. False if `wanted` has other words. `language` is a BCP 47 tag. Takes linear time.
 */
export function statesValue(text: string, wanted: string, language: string): boolean {
  const sought = toValues(wanted, language);
  if (sought.length === 0 || hasOtherWords(wanted, sought)) return false;
  return toSentences(text, language).some((sentence) => {
    const stated = toValues(sentence, language).map((value) => ({ ...value, tolerance: 0 }));
    return sought.every((value) => stated.some((other) => agree(value, other)));
  });
}

function hasOtherWords(text: string, values: readonly Value[]): boolean {
  const rest = values.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, text);
  return rest.replace(BESIDE, '') !== '';
}
