import { readingsOf } from '@sayso/text/digit-readings.ts';
import { COUNTERS } from './han-multipliers.ts';
import { isUnspaced } from './languages.ts';
import { monthOf } from './months.ts';
import { numberWord, numeralValue } from './number-words.ts';
import { MONTH, numericDateAt } from './numeric-dates.ts';
import type { Value } from './value.ts';
import { withUnit } from './with-unit.ts';

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
