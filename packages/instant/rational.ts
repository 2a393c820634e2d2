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
