/** An exact fraction in lowest terms; `below` is positive. */
export type Rational = { readonly above: bigint; readonly below: bigint };

/** The maximum number of bits in the numerator or denominator, so that no value grows without limit. */
const MAX_BITS = 1_200;
const MAX_EXPONENT = 1_000n;

/** The fraction `above / below` in lowest terms; null if `below` is 0 or the value is too large to handle. */
export function toRational(above: bigint, below = 1n): Rational | null {
  if (below === 0n) return null;
  const sign = below < 0n ? -1n : 1n;
  const common = divisor(above < 0n ? -above : above, below * sign);
  const value = { above: (above * sign) / common, below: (below * sign) / common };
  return bits(value) > MAX_BITS ? null : value;
}

/** The sum of two values; null if it is too large to handle. */
export function add(one: Rational, other: Rational): Rational | null {
  return toRational(one.above * other.below + other.above * one.below, one.below * other.below);
}

/** The value with the opposite sign. */
export function negate({ above, below }: Rational): Rational {
  return { above: -above, below };
}

/** The product of two values; null if it is too large to handle. */
export function multiply(one: Rational, other: Rational): Rational | null {
  return toRational(one.above * other.above, one.below * other.below);
}

/** The quotient of two values; null if the divisor is 0 or the quotient is too large to handle. */
export function divide(one: Rational, other: Rational): Rational | null {
  return toRational(one.above * other.below, one.below * other.above);
}

/** `base` to a whole power; null for other powers, for 0 to the power of 0 or less, and for large results. */
export function power(base: Rational, { above: exponent, below }: Rational): Rational | null {
  const size = exponent < 0n ? -exponent : exponent;
  if (below !== 1n || size > MAX_EXPONENT) return null;
  if (base.above === 0n && exponent <= 0n) return null;
  if (BigInt(bits(base) - 1) * size > BigInt(MAX_BITS)) return null;
  const top = base.above ** size;
  const bottom = base.below ** size;
  return exponent < 0n ? toRational(bottom, top) : toRational(top, bottom);
}

/** Whether a value is less than, equal to or greater than another: -1, 0 or 1. */
export function compare(one: Rational, other: Rational): -1 | 0 | 1 {
  const difference = one.above * other.below - other.above * one.below;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/**
 * The square root of a value that is not negative: exact if it is a fraction, otherwise cut off after
 * `digits` decimal digits. Null for a negative value.
 */
export function squareRoot(
  { above, below }: Rational,
  digits: number,
): { readonly value: Rational; readonly isExact: boolean } | null {
  if (above < 0n) return null;
  const top = wholeRoot(above);
  const bottom = wholeRoot(below);
  if (top * top === above && bottom * bottom === below)
    return { value: { above: top, below: bottom }, isExact: true };
  const scale = 10n ** BigInt(digits);
  const value = toRational(wholeRoot((above * scale * scale) / below), scale);
  return value === null ? null : { value, isExact: false };
}

/** Newton's method, from above; each step at least halves the distance. */
function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root;
}

/** The greatest common divisor of two numbers, by Euclid's algorithm; 1 for two zeros. */
function divisor(a: bigint, b: bigint): bigint {
  if (b !== 0n) return divisor(b, a % b);
  return a === 0n ? 1n : a;
}

/** The hexadecimal text is made in linear time; the decimal text is not. */
function bits({ above, below }: Rational): number {
  return 4 * Math.max((above < 0n ? -above : above).toString(16).length, below.toString(16).length);
}
