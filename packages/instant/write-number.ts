import type { NumberWriting } from './language-words.ts';
import type { Rational } from './rational.ts';

/** A number with the marks of a language, and whether it is the exact value. */
export type WrittenNumber = { readonly text: string; readonly isExact: boolean };

/** Numbers with more decimals than this, or more digits before the decimals, are not written. */
const MAX_DECIMALS = 30;
const MAX_WHOLE_DIGITS = 100;
/** An exact value with more decimals is rounded. */
const MAX_EXACT_DECIMALS = 12;
/** The digits of a rounded value, from its first one that is not 0. */
const DIGITS = 8;
/** Shorter whole numbers are written without marks between the thousands. */
const GROUPED_FROM_DIGITS = 5;

/**
 * Writes a value: exactly if it has few decimals, otherwise rounded. Null if it is too large or too small to
 * be written.
 */
export function writeNumber(
  value: Rational,
  { decimalMark, groupMark }: NumberWriting,
  { grouped = true }: { readonly grouped?: boolean } = {},
): WrittenNumber | null {
  const exact = exactDecimals(value.denominator);
  const isExact = exact !== null && exact <= MAX_EXACT_DECIMALS;
  const decimals = isExact ? exact : roundedDecimals(value);
  if (decimals > MAX_DECIMALS) return null;
  const rounded = round(value, decimals);
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  if (whole.length > MAX_WHOLE_DIGITS) return null;
  const after = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const shown = grouped && whole.length >= GROUPED_FROM_DIGITS ? inGroups(whole, groupMark) : whole;
  const sign = rounded < 0n ? '-' : '';
  return { text: `${sign}${shown}${after === '' ? '' : decimalMark + after}`, isExact };
}

/** The number of decimals of a value that has finitely many; null for other values. */
function exactDecimals(denominator: bigint): number | null {
  let rest = denominator;
  let twos = 0;
  let fives = 0;
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  return rest === 1n ? Math.max(twos, fives) : null;
}

function roundedDecimals({ numerator, denominator }: Rational): number {
  const size = numerator < 0n ? -numerator : numerator;
  const whole = (size / denominator).toString();
  if (whole !== '0') return Math.max(0, DIGITS - whole.length);
  let zeros = 0;
  for (let scaled = size * 10n; scaled < denominator && zeros <= MAX_DECIMALS; scaled *= 10n) zeros++;
  return DIGITS + zeros;
}

/** `value` times a power of ten, rounded to a whole number; halves away from zero. */
function round(value: Rational, decimals: number): bigint {
  const numerator = value.numerator * 10n ** BigInt(decimals);
  const { denominator } = value;
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

function inGroups(digits: string, mark: string): string {
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let from = first; from < digits.length; from += 3) groups.push(digits.slice(from, from + 3));
  return groups.join(mark);
}
