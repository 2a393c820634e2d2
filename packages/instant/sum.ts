import {
  add,
  compare,
  divide,
  multiply,
  negate,
  power,
  type Rational,
  readNumber,
  squareRoot,
  writeNumber,
} from './numbers.ts';
import type { InstantFinding, InstantWords, Phrasing } from './words.ts';

/** A part of a sum: a number, or a sign. */
type SumToken =
  | {
      readonly kind: 'number';
      readonly value: Rational;
      readonly written: string;
      readonly note?: string;
      readonly doubt?: string;
    }
  | { readonly kind: 'sign'; readonly sign: string; readonly looks: Looks };

/**
 * The appearance of a sign: `clear` signs occur only in sums, `spaced` and `tight` signs also in dates,
 * scores, sizes and ranges.
 */
type Looks = 'clear' | 'spaced' | 'tight';

/** The operators of signs that are clear; the operator is how the sum is evaluated. */
const CLEAR: Readonly<Record<string, string>> = {
  '+': '+',
  '*': '×',
  '×': '×',
  '·': '×',
  '÷': '÷',
  '^': '^',
  '²': '²',
  '³': '³',
  '√': '√',
  '%': '%',
  '−': '-',
};
const UNCLEAR: Readonly<Record<string, string>> = { '-': '-', '–': '-', '/': '÷', ':': '÷', x: '×' };
const MAX_TOKENS = 60;
const DIGIT = /[0-9]/;
const NUMBER_PART = /[0-9.,\u00a0\u202f]/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Splits a sum into its parts; null if the text contains anything else. */
function readSumTokens(text: string, lexicon: InstantWords): readonly SumToken[] | null {
  const tokens: SumToken[] = [];
  const low = text.toLowerCase();
  // Some letters have another length in small letters, so offsets would differ.
  if (low.length !== text.length) return null;
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ') {
      at++;
      continue;
    }
    const found = numberAt(text, at, lexicon) ?? signAt(low, at) ?? wordAt(low, at, lexicon);
    if (found === null || tokens.length >= MAX_TOKENS) return null;
    tokens.push(found.token);
    at = found.to;
  }
  return tokens;
}

type FoundToken = { readonly token: SumToken; readonly to: number };

function numberAt(text: string, from: number, lexicon: InstantWords): FoundToken | null {
  if (!DIGIT.test(text[from] ?? '') && !(/[.,]/.test(text[from] ?? '') && DIGIT.test(text[from + 1] ?? '')))
    return null;
  let to = from;
  while (to < text.length && isInNumber(text, to)) to++;
  const written = text.slice(from, to);
  const read = readNumber(written, lexicon);
  return read === null ? null : { token: { kind: 'number', written, ...read }, to };
}

/** A space or an apostrophe belongs to a number if exactly three digits follow it: "10 000", "10'000". */
function isInNumber(text: string, at: number): boolean {
  if (!" '".includes(text[at] ?? '')) return NUMBER_PART.test(text[at] ?? '');
  return /^[ ']\d{3}(?!\d)/.test(text.slice(at, at + 5));
}

function signAt(low: string, at: number): FoundToken | null {
  const char = low[at] ?? '';
  if (char === '(' || char === ')')
    return { token: { kind: 'sign', sign: char, looks: 'tight' }, to: at + 1 };
  if (low.startsWith('**', at)) return { token: { kind: 'sign', sign: '^', looks: 'clear' }, to: at + 2 };
  const clear = CLEAR[char];
  if (clear !== undefined) return { token: { kind: 'sign', sign: clear, looks: 'clear' }, to: at + 1 };
  const sign = UNCLEAR[char];
  if (
    sign === undefined ||
    (char === 'x' && LETTER.test(low[at + 1] ?? ' ') && !DIGIT.test(low[at + 1] ?? ''))
  )
    return null;
  const looks = low[at - 1] === ' ' && low[at + 1] === ' ' ? 'spaced' : 'tight';
  return { token: { kind: 'sign', sign, looks }, to: at + 1 };
}

/** The longest operator word at a place. */
function wordAt(
  low: string,
  at: number,
  { operators, unclearOperators, of }: InstantWords,
): FoundToken | null {
  let found: FoundToken | null = null;
  const words = [...Object.entries(operators), ...of.map((word) => [word, 'of'] as const)];
  for (const [word, sign] of words) {
    const to = at + word.length;
    if (!low.startsWith(word, at) || LETTER.test(low[to] ?? ' ')) continue;
    const looks = unclearOperators.includes(word) ? 'spaced' : 'clear';
    if (found === null || to > found.to) found = { token: { kind: 'sign', sign, looks }, to };
  }
  return found;
}

/** The value of a sum, and whether it is exact. */
type SumValue = { readonly value: Rational; readonly isExact: boolean };

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
function evaluateSum(tokens: readonly SumToken[]): SumValue | null {
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

/**
 * Most questions contain no sum; a question without a digit is not searched for the words of all operators.
 */
const HAS_DIGIT = /[0-9]/;

/** Calculates a question that consists only of a sum; null for every other question. */
export function findSum(
  { core, isAsked, isCommand }: Phrasing,
  lexicon: InstantWords,
): InstantFinding | null {
  const tokens = HAS_DIGIT.test(core) ? readSumTokens(core, lexicon) : null;
  if (tokens === null || !isMeantAsSum(tokens, { isAsked, isCommand })) return null;
  const result = evaluateSum(tokens);
  const written = result === null ? null : writeNumber(result.value, lexicon.writing);
  if (result === null || written === null) return null;
  const sign = written.isExact && result.isExact ? '=' : '≈';
  const numbers = tokens.filter((token) => token.kind === 'number');
  return {
    text: `${writeSum(tokens, lexicon)} ${sign} **${written.text}**`,
    value: `${result.value.numerator}/${result.value.denominator}`,
    notes: numbers.flatMap(({ note }) => note ?? []),
    doubts: numbers.flatMap(({ doubt }) => doubt ?? []),
  };
}

/**
 * Whether the signs make the text a sum. `9/11`, `24/7`, `10-20`, `2024-05-01`, `3 : 2` and `4x4` are dates,
 * names, ranges, scores and sizes, unless the question asks for their value.
 */
function isMeantAsSum(
  tokens: readonly SumToken[],
  { isAsked, isCommand }: Pick<Phrasing, 'isAsked' | 'isCommand'>,
): boolean {
  const signs = tokens
    .filter((token) => token.kind === 'sign')
    .filter(({ sign }) => sign !== '(' && sign !== ')');
  if (signs.length === 0) return false;
  if (isCommand || signs.some(({ looks }) => looks === 'clear')) return true;
  if (signs.some(({ looks }) => looks === 'tight')) return false;
  // Thousands with marks between them are amounts.
  if (tokens.some((token) => token.kind === 'number' && /\d['., ]\d{3}['., ]\d{3}/.test(token.written)))
    return true;
  return isAsked || isDifference(tokens);
}

/** `2024 - 1987` is a difference, `1914 - 1918` a period. */
function isDifference(tokens: readonly SumToken[]): boolean {
  const [one, minus, other] = tokens;
  if (tokens.length !== 3 || one?.kind !== 'number' || other?.kind !== 'number') return false;
  return (
    minus?.kind === 'sign' &&
    minus.sign === '-' &&
    isShort(one.value) &&
    isLong(one.value) &&
    compare(one.value, other.value) === 1
  );
}

/** `3 - 1` is the result of a match; `200 - 100` may be a period BC. */
function isLong({ numerator, denominator }: Rational): boolean {
  return numerator / denominator >= 1_000n;
}

/** A longer number is a postcode or a telephone number. */
function isShort({ numerator, denominator }: Rational): boolean {
  return numerator / denominator < 10_000n;
}

/** The sum as Sayso understood it, so that a misunderstanding is visible. */
function writeSum(tokens: readonly SumToken[], lexicon: InstantWords): string {
  let text = '';
  let isOpen = true;
  for (const token of tokens) {
    const piece = writeToken(token, lexicon, isOpen);
    isOpen = token.kind === 'sign' && !'²³%)'.includes(token.sign);
    text += piece;
  }
  return text.trim();
}

function writeToken(token: SumToken, lexicon: InstantWords, isOpen: boolean): string {
  if (token.kind === 'number') return writeNumber(token.value, lexicon.writing)?.text ?? token.written;
  const { sign } = token;
  if (sign === 'of') return ` ${lexicon.writing.says.of} `;
  if (sign === '%') return lexicon.writing.code === 'en' ? '%' : '\u00a0%';
  // Superscript digits are not spoken.
  if (sign === '²' || sign === '³') return sign === '²' ? '^2' : '^3';
  return isOpen || '()√^'.includes(sign) ? sign : ` ${sign} `;
}
