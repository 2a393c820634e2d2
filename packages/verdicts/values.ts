import { APPROXIMATE_WORDS, isUnspaced, UNSPACED_APPROXIMATE_WORDS } from './languages.ts';
import {
  COUNTERS,
  hanMultipliersAt,
  type MeasureUnit,
  MONTH,
  type Multipliers,
  monthOf,
  numberWord,
  numeralValue,
  readingsOf,
  scaleOf,
  UNSPACED_UNITS,
  unitOf,
} from './notations.ts';

/** A number in a text, as a value that can be compared. */
export type Value = {
  /** Its possible values: `1,234` is 1234 in English and 1.234 in German. */
  readonly readings: readonly number[];
  /**
   * By how much it may be rounded: half of the place value of its last digit, 50,000 for `1.2 million`. Zero
   * for a whole number, unless a multiplier follows or a word such as `about` precedes it.
   */
  readonly tolerance: number;
  /** What it counts or measures; null if that is not known. A month is a `month-name`. */
  readonly unit: MeasureUnit | null;
  readonly text: string;
  /** The offset of its first character. */
  readonly from: number;
  /** The offset behind its last character. */
  readonly to: number;
};

/** A sign of a currency before a number. */
const CURRENCY_BEFORE = /(?:us\$|[$€£¥₹])\s?$/iu;
/** The word before a letter of a temperature scale: `20 degrees C`. */
const DEGREES = '(?:(?:degrees?|grad|degrés?|grados?|graus?|gradi) (?=[cf]))?';
const WORD_AFTER = String.raw`[\p{L}$€£¥²]+(?:\/[a-z]+)?(?: (?:cent|ciento|cento))?`;
/** A unit or a multiplier behind a number. */
const AFTER = new RegExp(
  String.raw`^(?: - |[ \u00a0\u202f]{2}|[\s\u00a0\u202f-])?${DEGREES}(%|％|°[cf]|${WORD_AFTER})`,
  'iu',
);
/** A unit behind a number in Chinese or Japanese. */
const UNSPACED_AFTER = new RegExp(`^(?:${UNSPACED_UNITS.join('|')})`, 'u');

/** A word before a number that marks it as rounded. */
const ROUGHLY = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${oneOf(APPROXIMATE_WORDS)})\s$|(?:${oneOf(UNSPACED_APPROXIMATE_WORDS)})$`,
  'iu',
);
/** A rounded number may be off by half its last non-zero digit's place, at most by this share. */
const MAX_ROUNDED_SHARE = 0.035;

/** A number as it stands in a text, without what stands next to it. */
type NumberInText = {
  /** The values that it may have. */
  readonly readings: readonly number[];
  /** How many decimals it has. */
  readonly decimals: number;
  /** The offset of its first digit. */
  readonly from: number;
  /** The offset behind its last digit. */
  readonly to: number;
};

/** Adds the multiplier and the unit that stand next to a number. */
function withUnit(text: string, { readings, decimals, from, to }: NumberInText): Value {
  const multipliers = hanMultipliersAt(text, to) ?? spacedMultiplierAt(text, to);
  const { factor, plus, lastFactor } = multipliers;
  const before = CURRENCY_BEFORE.exec(text.slice(Math.max(0, from - 4), from))?.[0] ?? '';
  const currency = unitOf(before.trim().toLowerCase());
  const after = unitAfter(text, multipliers);
  const start = from - before.length;
  const end = before === '' ? after.end : multipliers.to;
  const values = readings.map((reading) => reading * factor + plus);
  const isExact = decimals === 0 && lastFactor === 1;
  const tolerance = isExact ? roundedBy(text, start, values[0] ?? 0) : (0.5 * lastFactor) / 10 ** decimals;
  const unit = currency ?? after.unit;
  return { readings: values, tolerance, unit, text: text.slice(start, end), from: start, to: end };
}

/** The unit behind a number and its multipliers, if there is one, and the offset behind it. */
function unitAfter(
  text: string,
  { factor, to }: Multipliers,
): { readonly unit: MeasureUnit | null; readonly end: number } {
  const link = factor === 1 ? '' : (LINK.exec(text.slice(to, to + 8))?.[0] ?? '');
  const wordStart = to + link.length;
  const word = AFTER.exec(text.slice(wordStart, wordStart + 40))?.[1] ?? '';
  const unit = unitOf(word.toLowerCase());
  if (unit !== null) return { unit, end: text.indexOf(word, to) + word.length };
  const name = UNSPACED_AFTER.exec(text.slice(to, to + 14))?.[0] ?? '';
  return { unit: unitOf(name), end: to + name.length };
}

/** `2 million de personas`, `2 millions d'euros` */
const LINK = /^\s(?:de|d['’]|di|of)\s?/iu;

/** The multiplier after a number, in a language with spaces. */
function spacedMultiplierAt(text: string, to: number): Multipliers {
  const word = AFTER.exec(text.slice(to, to + 40));
  const factor = scaleOf(word?.[1]?.toLowerCase() ?? '');
  if (word === null || factor === null) return { factor: 1, plus: 0, lastFactor: 1, to };
  return { factor, plus: 0, lastFactor: factor, to: to + word[0].length };
}

/** By how much a number at this position may be rounded; 0 if no word marks it as such. */
function roundedBy(text: string, at: number, value: number): number {
  const zeros = /0+$/.exec(String(value))?.[0].length ?? 0;
  if (zeros === 0 || value < 100 || !ROUGHLY.test(text.slice(Math.max(0, at - 20), at))) return 0;
  return Math.min(10 ** zeros / 2, value * MAX_ROUNDED_SHARE);
}

function oneOf(words: readonly string[]): string {
  return words.map((word) => word.replace('.', String.raw`\.`)).join('|');
}

/** Further numbers are not compared. */
const MAX_VALUES = 40;

// Each alternative starts at a letter or a digit and never backtracks.
const TOKEN = /\d+(?:[.,'’\u00a0\u202f]\d+)*|[\p{L}\p{M}]+(?:-\p{L}+)*/gu;
// Chinese and Japanese put no spaces between words. Chinese numerals count if a counter or a scale follows.
const UNSPACED_TOKEN = new RegExp(
  String.raw`\d+(?:[.,]\d+)*|[二两兩三四五六七八九十百千][一二三四五六七八九十百千]{0,7}(?=[${COUNTERS}万萬亿億兆])|一(?=[万萬亿億])|[A-Za-z]+`,
  'gu',
);
/** Groups of three digits behind the first: ` 000 000`. */
const SPACED_GROUPS = /^(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)/;

/** The numbers of a text, in digits or in words of its language (a BCP 47 tag). Takes linear time. */
export function toValues(text: string, language: string): readonly Value[] {
  const values: Value[] = [];
  for (const match of text.matchAll(isUnspaced(language) ? UNSPACED_TOKEN : TOKEN)) {
    if (values.length >= MAX_VALUES) break;
    const last = values.at(-1);
    if (last !== undefined && match.index < last.to) continue;
    const isDigits = /^\d/.test(match[0]);
    const date = isDigits ? numericDateAt(text, match.index, language) : null;
    if (date !== null) {
      values.push(...date);
      continue;
    }
    const value = isDigits
      ? readDigits(text, match.index, { first: match[0], language })
      : readWord(text, match.index, { word: match[0], language });
    if (value !== null) values.push(value);
  }
  return values.map((value, index) => completeRange(text, value, values[index + 1]));
}

/** What stands between the two numbers of a range: `11 to 16 million`, `5–10 %`. */
const RANGE = /^\s?(?:[-–—~〜～至到]|to|and|or|bis|und|oder|à|et|ou|a|y|o|e|から)\s?$/iu;

/**
 * The first number of a range may also have the multiplier of the second: `11 to 16 million` begins with 11
 * or 11 million. Its unit stays unknown, and an unknown unit agrees with any.
 */
function completeRange(text: string, value: Value, next: Value | undefined): Value {
  if (next === undefined || value.unit !== null || !RANGE.test(text.slice(value.to, next.from))) return value;
  const [own = 0] = value.readings;
  const digits = readingsOf(/\d[\d.,]*(?<=\d)/.exec(next.text)?.[0] ?? '', 'en')[0] ?? 0;
  const [whole = 0] = next.readings;
  const factor = digits > 0 && whole > digits ? whole / digits : 1;
  if (factor === 1 || own >= whole) return value;
  return { ...value, readings: [...value.readings, own * factor] };
}

/** The number or month that a word names; null if it names none. */
function readWord(
  text: string,
  at: number,
  { word, language }: { word: string; language: string },
): Value | null {
  const month = monthOf(word, language) ?? (language.startsWith('en') ? null : monthOf(word, 'en'));
  if (month !== null) {
    const to = at + word.length;
    return { readings: [month], tolerance: 0, unit: MONTH, text: word, from: at, to };
  }
  const lower = word.toLowerCase();
  const first = lower.split('-', 1)[0] ?? '';
  for (const each of new Set([lower, first])) {
    const number = /^\p{Script=Han}/u.test(each) ? numeralValue(each) : numberWord(each, language);
    if (number === null) continue;
    return withUnit(text, { readings: [number], decimals: 0, from: at, to: at + each.length });
  }
  return null;
}

/** The number that begins with these digits. */
function readDigits(
  text: string,
  at: number,
  { first, language }: { first: string; language: string },
): Value {
  const groups = /^\d{1,3}$/.test(first) ? SPACED_GROUPS.exec(text.slice(at + first.length, at + 40)) : null;
  const digits = first + (groups?.[0] ?? '');
  const readings = readingsOf(digits.replace(/[ '’\u00a0\u202f]/g, ''), language);
  const isWhole = Number.isInteger(readings[0]);
  const decimals = isWhole
    ? 0
    : digits.length - 1 - Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const [month = 0] = readings;
  if (isUnspaced(language) && text[at + digits.length] === '月' && month >= 1 && month <= 12)
    return { readings, tolerance: 0, unit: MONTH, text: digits, from: at, to: at + digits.length };
  return withUnit(text, { readings, decimals, from: at, to: at + digits.length });
}

/** `2019-05-14` in groups 1 to 4, or `14.05.2019` in groups 5 to 8; 2 and 6 are the marks. */
const NUMERIC_DATE = /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}))(?![\d.]*\d)/;

/**
 * The year, the month and the day of a date in digits at a place in a text: `2019-05-14`, `14.05.2019`. In
 * English `05/06/2019` has two readings. Null if there is no date.
 */
export function numericDateAt(text: string, at: number, language: string): readonly Value[] | null {
  const match = NUMERIC_DATE.exec(text.slice(at, at + 12));
  if (match === null) return null;
  const isYearFirst = match[1] !== undefined;
  const texts = isYearFirst ? [match[1], match[3], match[4]] : [match[5], match[7], match[8]];
  const [a = 0, b = 0, c = 0] = texts.map(Number);
  const [day, month, year] = isYearFirst ? [c, b, a] : [a, b, c];
  const mayBeSwapped = !isYearFirst && language.startsWith('en');
  const isDay = (one: number) => one >= 1 && one <= 31;
  const months = [month, ...(mayBeSwapped ? [day] : [])].filter((one) => one >= 1 && one <= 12);
  const days = [day, ...(mayBeSwapped ? [month] : [])].filter(isDay);
  if (months.length === 0 || days.length === 0) return null;
  let from = at;
  const order = isYearFirst ? [[year], months, days] : [days, months, [year]];
  return texts.map((own = '', place) => {
    const start = from;
    from += own.length + 1;
    const unit = place === 1 ? MONTH : null;
    return {
      readings: order[place] ?? [],
      tolerance: 0,
      unit,
      text: own,
      from: start,
      to: start + own.length,
    };
  });
}
