import { add, divide, multiply, negate, power, type Rational, squareRoot } from './rational.ts';
import type { SumToken } from './sum-tokens.ts';

/** The value of a sum, and whether it is exact. */
export type SumValue = { readonly value: Rational; readonly isExact: boolean };

const MAX_DEPTH = 20;
/** The number of decimals of a root with infinitely many. */
const ROOT_DECIMALS = 40;
/** The exponents that are written as signs. */
const EXPONENTS: Readonly<Record<string, Rational>> = {
  '²': { numerator: 2n, denominator: 1n },
  '³': { numerator: 3n, denominator: 1n },
};

/**
 * The value of a sum; null if it has none, or if people read it in more than one way: `8/2(2+2)`, `-2^2`,
 * `2^3^2`, `230 + 17 %`, `sqrt 2 + 2`.
 */
export function evaluateSum(tokens: readonly SumToken[]): SumValue | null {
  const reader: SumReader = { tokens, at: 0, depth: 0, isExact: true };
  const share = percentageOf(tokens);
  if (share !== null) return { value: share, isExact: true };
  const value = readSum(reader);
  return value === null || reader.at !== tokens.length ? null : { value, isExact: reader.isExact };
}

/** A sum that is read up to the token `at`, inside `depth` brackets. `isExact` until a root has no end. */
type SumReader = { readonly tokens: readonly SumToken[]; at: number; depth: number; isExact: boolean };

/** `17 % of 230`, with nothing before or after it. */
function percentageOf(tokens: readonly SumToken[]): Rational | null {
  const [share, percent, of, whole] = tokens;
  if (tokens.length !== 4 || share?.kind !== 'number' || whole?.kind !== 'number') return null;
  if (!isSign(percent, '%') || !isSign(of, 'of')) return null;
  const product = multiply(share.value, whole.value);
  return product === null ? null : divide(product, { numerator: 100n, denominator: 1n });
}

function readSum(reader: SumReader): Rational | null {
  let total = readProduct(reader);
  for (let sign = takeSign(reader, '+-'); total !== null && sign !== null; sign = takeSign(reader, '+-')) {
    const more = readProduct(reader);
    if (more === null) return null;
    total = add(total, sign === '+' ? more : negate(more));
  }
  return total;
}

function readProduct(reader: SumReader): Rational | null {
  let total = readSigned(reader);
  for (let sign = takeSign(reader, '×÷'); total !== null && sign !== null; sign = takeSign(reader, '×÷')) {
    const more = readSigned(reader);
    if (more === null) return null;
    total = sign === '×' ? multiply(total, more) : divide(total, more);
  }
  return total;
}

/** Null for a power with a sign: some read `-2^2` as 4, others as -4. */
function readSigned(reader: SumReader): Rational | null {
  const isNegative = takeSign(reader, '-') !== null;
  const value = readPower(reader);
  if (value === null || !isNegative) return value?.value ?? null;
  return value.isPower ? null : negate(value.value);
}

function readPower(reader: SumReader): { readonly value: Rational; readonly isPower: boolean } | null {
  const base = readSingle(reader);
  const sign = takeSign(reader, '^²³');
  if (base === null || sign === null) return base === null ? null : { value: base, isPower: false };
  const exponent = sign === '^' ? readExponent(reader) : EXPONENTS[sign];
  const value = exponent === null || exponent === undefined ? null : power(base, exponent);
  // Some calculate a second power from the left, others from the right.
  return value === null || takeSign(reader, '^²³') !== null ? null : { value, isPower: true };
}

function readExponent(reader: SumReader): Rational | null {
  const isNegative = takeSign(reader, '-') !== null;
  const value = readSingle(reader);
  return value !== null && isNegative ? negate(value) : value;
}

function readSingle(reader: SumReader): Rational | null {
  const token = reader.tokens[reader.at];
  if (token?.kind === 'number') {
    reader.at++;
    return token.value;
  }
  if (takeSign(reader, '√') !== null) return readRoot(reader);
  if (takeSign(reader, '(') === null || reader.depth >= MAX_DEPTH) return null;
  reader.depth++;
  const value = readSum(reader);
  reader.depth--;
  return takeSign(reader, ')') === null ? null : value;
}

/**
 * Reads what follows a root sign. Without brackets, it is not clear how far a root reaches, so a root must be
 * the last part.
 */
function readRoot(reader: SumReader): Rational | null {
  const isBracketed = isSign(reader.tokens[reader.at], '(');
  if (!isBracketed && reader.tokens.length !== 2) return null;
  const value = readSingle(reader);
  const found = value === null ? null : squareRoot(value, ROOT_DECIMALS);
  if (found === null) return null;
  reader.isExact &&= found.isExact;
  return found.value;
}

/** Takes the next token if it is one of these signs; otherwise null. */
function takeSign(reader: SumReader, signs: string): string | null {
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'sign' || !signs.includes(token.sign)) return null;
  reader.at++;
  return token.sign;
}

function isSign(token: SumToken | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.sign === sign;
}
