import { hanMultipliersAt, type Multipliers } from './han-multipliers.ts';
import { APPROXIMATE_WORDS, UNSPACED_APPROXIMATE_WORDS } from './languages.ts';
import { type MeasureUnit, scaleOf, UNSPACED_UNITS, unitOf } from './units.ts';
import type { Value } from './value.ts';

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
export function withUnit(text: string, { readings, decimals, from, to }: NumberInText): Value {
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
