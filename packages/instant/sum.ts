import { evaluateSum } from './evaluate-sum.ts';
import type { InstantFinding } from './finding.ts';
import type { InstantWords } from './language-words.ts';
import type { Phrasing } from './phrasing.ts';
import { compare, type Rational } from './rational.ts';
import { readSumTokens, type SumToken } from './sum-tokens.ts';
import { writeNumber } from './write-number.ts';

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
