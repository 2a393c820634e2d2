import { monthOf } from './months.ts';
import { numberWord, numeralValue } from './number-words.ts';
import { MONTH, numericDateAt } from './numeric-dates.ts';
import { type MeasureUnit, scaleOf, UNSPACED_UNITS, unitOf } from './units.ts';

/** A number in a text, as a value that can be compared. */
export type Value = {
  /** Its possible values: `1,234` is 1234 in English and 1.234 in German. */
  readonly readings: readonly number[];
  /** Half of the place value of its last digit: `1.2 million` is exact to 50,000. Zero for a whole number. */
  readonly tolerance: number;
  /**
   * The thing that it counts or measures; null if that is not known. A month has the dimension `month-name`.
   */
  readonly unit: MeasureUnit | null;
  /** Its text with the unit, and its position. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
};

/** Further numbers are not compared. */
const MAX_VALUES = 40;

// Each alternative starts at a letter or a digit and never backtracks.
const TOKEN = /\d+(?:[.,'’\u00a0\u202f]\d+)*|[\p{L}\p{M}]+(?:-\p{L}+)*/gu;
// Chinese and Japanese put no spaces between words. Chinese numerals count if a counter or a scale follows.
const COUNTERS = '本个個名人册冊年月日天周週小时時元円位所座家条條种種台辆隻只匹枚回次件岁歳万萬亿億公米克吨';
const UNSPACED_TOKEN = new RegExp(
  String.raw`\d+(?:[.,]\d+)*|[二两兩三四五六七八九十百千][一二三四五六七八九十百千]{0,7}(?=[${COUNTERS}])|[A-Za-z]+`,
  'gu',
);
const SPACED_GROUPS = /^(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)/;
const CURRENCY_BEFORE = /(?:us\$|[$€£¥₹])\s?$/iu;
const DEGREES = '(?:(?:degrees?|grad|degrés?|grados?|graus?|gradi) (?=[cf]))?';
const WORD_AFTER = String.raw`[\p{L}$€£¥²]+(?:\/[a-z]+)?(?: (?:cent|ciento|cento))?`;
const AFTER = new RegExp(
  String.raw`^(?: - |[ \u00a0\u202f]{2}|[\s\u00a0\u202f-])?${DEGREES}(%|％|°[cf]|${WORD_AFTER})`,
  'iu',
);
const UNSPACED_SCALE = /^(?:十亿|百万|百萬|万亿|[千万萬亿億兆])/u;
const UNSPACED_AFTER = new RegExp(`^(?:${UNSPACED_UNITS.join('|')})`, 'u');

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
      ? digitsAt(text, match.index, { first: match[0], language })
      : wordAt(text, match.index, { word: match[0], language });
    if (value !== null) values.push(value);
  }
  return values;
}

function isUnspaced(language: string): boolean {
  return /^(?:zh|ja)\b/.test(language);
}

function wordAt(
  text: string,
  at: number,
  { word, language }: { word: string; language: string },
): Value | null {
  const month = monthOf(word, language) ?? (language.startsWith('en') ? null : monthOf(word, 'en'));
  if (month !== null) {
    const to = at + word.length;
    return { readings: [month], tolerance: 0, unit: MONTH, text: word, from: at, to };
  }
  const named = /^\p{Script=Han}/u.test(word) ? numeralValue(word) : numberWord(word.toLowerCase(), language);
  return named === null
    ? null
    : withUnit(text, { readings: [named], decimals: 0, from: at, to: at + word.length });
}

function digitsAt(text: string, at: number, { first, language }: { first: string; language: string }): Value {
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

/** Languages that separate thousands with a comma. Elsewhere `1,234` and `1.234` have two readings. */
const COMMA_GROUPS = /^(?:en|zh|ja)\b/;

function readingsOf(digits: string, language: string): readonly number[] {
  const marks = digits.match(/[.,]/g) ?? [];
  if (marks.length === 0) return [Number(digits)];
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) && new Set(marks).size === 1;
  const lastMark = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const decimal = Number(`${digits.slice(0, lastMark).replace(/[.,]/g, '')}.${digits.slice(lastMark + 1)}`);
  const grouped = Number(digits.replace(/[.,]/g, ''));
  if (isGrouped && marks.length > 1) return [grouped];
  if (isGrouped && COMMA_GROUPS.test(language)) return [marks[0] === ',' ? grouped : decimal];
  if (isGrouped) return [grouped, decimal];
  return [decimal];
}

type FoundNumber = {
  readonly readings: readonly number[];
  readonly decimals: number;
  readonly from: number;
  readonly to: number;
};

/** Adds the multiplier and the unit that stand next to a number. */
function withUnit(text: string, { readings, decimals, from, to }: FoundNumber): Value {
  let end = to;
  const next = () => AFTER.exec(text.slice(end, end + 40));
  let word = next();
  let factor = scaleOf(word?.[1]?.toLowerCase() ?? '') ?? unspacedScale(text, end);
  if (factor !== null && word !== null && scaleOf(word[1]?.toLowerCase() ?? '') !== null) {
    end += word[0].length;
    word = next();
    // `2 million de personas`, `2 millions d'euros`
    const link = /^\s(?:de|d['’]|di|of)\s?/iu.exec(text.slice(end, end + 8));
    if (link !== null) word = AFTER.exec(text.slice(end + link[0].length, end + 40));
  } else factor ??= 1;
  const before = CURRENCY_BEFORE.exec(text.slice(Math.max(0, from - 4), from));
  const symbol = before?.[0].trim().toLowerCase() ?? '';
  const scale = UNSPACED_SCALE.exec(text.slice(end, end + 2))?.[0] ?? '';
  const unspaced = UNSPACED_AFTER.exec(text.slice(end + scale.length, end + 14))?.[0];
  const unit = unitOf(symbol) ?? unitOf(word?.[1]?.toLowerCase() ?? '') ?? unitOf(unspaced ?? '');
  if (unit !== null && symbol === '') end = Math.max(end, endOfFirst(word?.[1] ?? unspaced ?? '', text, end));
  const start = from - (before?.[0].length ?? 0);
  const isExact = decimals === 0 && factor === 1;
  const tolerance = isExact ? roundedBy(text, start, readings) : (0.5 * factor) / 10 ** decimals;
  return {
    readings: readings.map((one) => one * factor),
    tolerance,
    unit,
    text: text.slice(start, end),
    from: start,
    to: end,
  };
}

function endOfFirst(word: string, text: string, from: number): number {
  return text.indexOf(word, from) + word.length;
}

const ROUGH_WORDS =
  'about|around|approximately|roughly|nearly|almost|some|etwa|rund|ungefähr|circa|ca\\.|fast|knapp|environ|' +
  'près de|presque|quelque|unos|unas|casi|cerca de|alrededor de|aproximadamente|uns|umas|quase|quasi';
/** Words before a number that mark it as rounded. */
const ROUGHLY = new RegExp(`(?:^|[^\\p{L}])(?:${ROUGH_WORDS})\\s$|(?:约|約|近|およそ|ほぼ)$`, 'iu');
/**
 * A rounded number may be off by half the place value of its last non-zero digit, but at most by this share
 * of itself.
 */
const MOST_ROUNDED = 0.035;

function roundedBy(text: string, at: number, [value = 0]: readonly number[]): number {
  const zeros = /0+$/.exec(String(value))?.[0].length ?? 0;
  if (zeros === 0 || value < 100 || !ROUGHLY.test(text.slice(Math.max(0, at - 20), at))) return 0;
  return Math.min(10 ** zeros / 2, value * MOST_ROUNDED);
}

function unspacedScale(text: string, at: number): number | null {
  const name = UNSPACED_SCALE.exec(text.slice(at, at + 2))?.[0];
  return name === undefined ? null : scaleOf(name);
}
