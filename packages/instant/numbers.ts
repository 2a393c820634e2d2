import { fillIn, type InstantWords } from './words.ts';

/** An exact fraction in lowest terms; `denominator` is positive. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint };

/** The maximum number of bits in the numerator or denominator, so that no value grows without limit. */
const MAX_BITS = 1_200;
const MAX_EXPONENT = 1_000n;

/** The fraction in lowest terms; null if `denominator` is 0 or the value is too large to handle. */
export function toRational(numerator: bigint, denominator = 1n): Rational | null {
  if (denominator === 0n) return null;
  const sign = denominator < 0n ? -1n : 1n;
  const common = greatestCommonDivisor(absolute(numerator), denominator * sign);
  const value = { numerator: (numerator * sign) / common, denominator: (denominator * sign) / common };
  return bitsOf(value) > MAX_BITS ? null : value;
}

/** The sum of two values; null if it is too large to handle. */
export function add(one: Rational, other: Rational): Rational | null {
  return toRational(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator,
  );
}

/** The value with the opposite sign. */
export function negate({ numerator, denominator }: Rational): Rational {
  return { numerator: -numerator, denominator };
}

/** The product of two values; null if it is too large to handle. */
export function multiply(one: Rational, other: Rational): Rational | null {
  return toRational(one.numerator * other.numerator, one.denominator * other.denominator);
}

/** The quotient of two values; null if the divisor is 0 or the quotient is too large to handle. */
export function divide(one: Rational, other: Rational): Rational | null {
  return toRational(one.numerator * other.denominator, one.denominator * other.numerator);
}

/** `base` to a whole power; null for other powers, for 0 to the power of 0 or less, and for large results. */
export function power(base: Rational, { numerator: exponent, denominator }: Rational): Rational | null {
  const size = absolute(exponent);
  if (denominator !== 1n || size > MAX_EXPONENT) return null;
  if (base.numerator === 0n && exponent <= 0n) return null;
  if (BigInt(bitsOf(base) - 1) * size > BigInt(MAX_BITS)) return null;
  const top = base.numerator ** size;
  const bottom = base.denominator ** size;
  return exponent < 0n ? toRational(bottom, top) : toRational(top, bottom);
}

/** Whether a value is less than, equal to or greater than another: -1, 0 or 1. */
export function compare(one: Rational, other: Rational): -1 | 0 | 1 {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/**
 * The square root of a value that is not negative: exact if it is a fraction, otherwise cut off after
 * `digits` decimal digits. Null for a negative value, or if the result is too large to handle.
 */
export function squareRoot(
  { numerator, denominator }: Rational,
  digits: number,
): { readonly value: Rational; readonly isExact: boolean } | null {
  if (numerator < 0n) return null;
  const top = wholeSquareRoot(numerator);
  const bottom = wholeSquareRoot(denominator);
  if (top * top === numerator && bottom * bottom === denominator)
    return { value: { numerator: top, denominator: bottom }, isExact: true };
  const scale = 10n ** BigInt(digits);
  const value = toRational(wholeSquareRoot((numerator * scale * scale) / denominator), scale);
  return value === null ? null : { value, isExact: false };
}

/** Newton's method, from above; each step at least halves the distance. */
function wholeSquareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  while (true) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The greatest common divisor of two numbers, by Euclid's algorithm; 1 for two zeros. */
function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  if (b !== 0n) return greatestCommonDivisor(b, a % b);
  return a === 0n ? 1n : a;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The size in bits, rounded up to hexadecimal digits; unlike a decimal text, theirs takes linear time. */
function bitsOf({ numerator, denominator }: Rational): number {
  return 4 * Math.max(absolute(numerator).toString(16).length, denominator.toString(16).length);
}

/** A number with the marks of a language, and whether it is the exact value. */
type WrittenNumber = { readonly text: string; readonly isExact: boolean };

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
  { decimalMark, groupMark }: InstantWords['writing'],
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

/** A number as it is read in one language. */
export type ReadNumber = {
  readonly value: Rational;
  /** Says how the number was read, if a mark in it could mean something else here. */
  readonly note?: string;
  /** Says how the number was read, if its mark is clear in this language but not in others. */
  readonly doubt?: string;
};

/** A number with more digits than this is not meant for a calculation. */
const MAX_DIGITS = 40;

/** One mark and three digits: a thousands mark in one language, a decimal mark in another. */
const DOUBTFUL = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * The forms of numbers, by their decimal mark: `1234`, `12.5` and `1,234.5`, `1 234`, `1'234` or `12,34,567`.
 */
const SHAPES = {
  '.': {
    whole: /^\d+$/,
    decimals: /^\d*\.\d+$/,
    grouped: /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:['’]\d{3})+|(?:,\d{2})+,\d{3})(?:\.\d+)?$/,
  },
  ',': {
    whole: /^\d+$/,
    decimals: /^\d*,\d+$/,
    grouped: /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+|(?:['’]\d{3})+)(?:,\d+)?$/,
  },
} as const;

/**
 * Reads digits with the marks of a language; null if they are not a number in that language. A whole number
 * that starts with 0 is a code, not an amount.
 */
export function readNumber(written: string, lexicon: InstantWords): ReadNumber | null {
  // With a mark for each three digits, and one for the decimals.
  if (written.length > MAX_DIGITS + 14) return null;
  const text = written.replaceAll(/[\u00a0\u202f]/g, ' ');
  const { whole, decimals, grouped } = SHAPES[lexicon.decimalMark];
  const isGrouped = grouped.test(text);
  if (isGrouped && lexicon.code === 'fr' && text.includes('.')) return null;
  if (!isGrouped && !whole.test(text) && !decimals.test(text)) return null;
  if (/^0\d/.test(text)) return null;
  const [digits = '', after = ''] = text.split(lexicon.decimalMark);
  const value = toValue(digits.replaceAll(/[^\d]/g, ''), after);
  if (value === null) return null;
  const isDoubtful = DOUBTFUL.test(text) || (isGrouped && written.includes(' '));
  if (!isDoubtful) return { value };
  const { writing } = lexicon;
  if (!isGrouped) return { value, doubt: fillIn(writing.says.readAsDecimal, { text: written }) };
  const shown = writeNumber(value, writing, { grouped: false })?.text ?? text;
  return { value, note: fillIn(writing.says.readAs, { text: written, value: shown }) };
}

function toValue(whole: string, after: string): Rational | null {
  if (whole.length + after.length > MAX_DIGITS) return null;
  return toRational(BigInt(whole + after), 10n ** BigInt(after.length));
}
