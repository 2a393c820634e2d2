import { monthOf } from './months.ts';
import { numberWord, numeralValue } from './number-words.ts';
import { MONTH, numericDateAt } from './numeric-dates.ts';
import { type MeasureUnit, scaleOf, UNSPACED_UNITS, unitOf } from './units.ts';
import { COUNTERS, type UnspacedScale, unspacedScaleAt } from './unspaced-scale.ts';

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
const UNSPACED_TOKEN = new RegExp(
  String.raw`\d+(?:[.,]\d+)*|[二两兩三四五六七八九十百千][一二三四五六七八九十百千]{0,7}(?=[${COUNTERS}万萬亿億兆])|一(?=[万萬亿億])|[A-Za-z]+`,
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
  return values.map((value, at) => inRange(text, value, values[at + 1]));
}

/** What stands between the two numbers of a range: `11 to 16 million`, `5–10 %`. */
const RANGE = /^\s?(?:[-–—~〜～至到]|to|and|or|bis|und|oder|à|et|ou|a|y|o|e|から)\s?$/iu;

/** The first number of a range has the multiplier and the unit of the second, too. */
function inRange(text: string, value: Value, next: Value | undefined): Value {
  if (next === undefined || value.unit !== null || !RANGE.test(text.slice(value.to, next.from))) return value;
  const [own = 0] = value.readings;
  const digits = readingsOf(/\d[\d.,]*(?<=\d)/.exec(next.text)?.[0] ?? '', 'en')[0] ?? 0;
  const [whole = 0] = next.readings;
  const factor = digits > 0 && whole > digits ? whole / digits : 1;
  if (factor === 1 || own >= whole) return value;
  return { ...value, readings: [...value.readings, own * factor] };
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
  const lower = word.toLowerCase();
  const first = lower.split('-', 1)[0] ?? '';
  for (const each of new Set([lower, first])) {
    const named = /^\p{Script=Han}/u.test(each) ? numeralValue(each) : numberWord(each, language);
    if (named === null) continue;
    return withUnit(text, { readings: [named], decimals: 0, from: at, to: at + each.length });
  }
  return null;
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
  const scale = unspacedScaleAt(text, to) ?? spacedScaleAt(text, to);
  const wordFrom =
    scale.to + (scale.factor === 1 ? '' : (LINK.exec(text.slice(scale.to, scale.to + 8))?.[0] ?? '')).length;
  const word = AFTER.exec(text.slice(wordFrom, wordFrom + 40))?.[1] ?? '';
  const unspaced = UNSPACED_AFTER.exec(text.slice(scale.to, scale.to + 14))?.[0] ?? '';
  const before = CURRENCY_BEFORE.exec(text.slice(Math.max(0, from - 4), from));
  const symbol = before?.[0].trim().toLowerCase() ?? '';
  const named = unitOf(word.toLowerCase());
  const unit = unitOf(symbol) ?? named ?? unitOf(unspaced);
  const isNamed = unit !== null && symbol === '';
  const end = isNamed ? endOfFirst(named === null ? unspaced : word, text, scale.to) : scale.to;
  const start = from - (before?.[0].length ?? 0);
  const values = readings.map((one) => one * scale.factor + scale.plus);
  const isExact = decimals === 0 && scale.place === 1;
  const tolerance = isExact ? roundedBy(text, start, values) : (0.5 * scale.place) / 10 ** decimals;
  return { readings: values, tolerance, unit, text: text.slice(start, end), from: start, to: end };
}

/** `2 million de personas`, `2 millions d'euros` */
const LINK = /^\s(?:de|d['’]|di|of)\s?/iu;

/** The multiplier after a number, in a language with spaces. */
function spacedScaleAt(text: string, to: number): UnspacedScale {
  const word = AFTER.exec(text.slice(to, to + 40));
  const factor = scaleOf(word?.[1]?.toLowerCase() ?? '');
  if (word === null || factor === null) return { factor: 1, plus: 0, place: 1, to };
  return { factor, plus: 0, place: factor, to: to + word[0].length };
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
