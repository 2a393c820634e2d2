import { equationsIn, numbersIn } from '../text/equations.ts';
import { isFormula } from './is-checkable.ts';
import { verdictWords } from './languages.ts';
import type { JudgedText } from './verdict.ts';

/** A whole number below this is a count or a label, which needs no origin. */
const MIN_NUMBER = 13;
/** How far a sum may be rounded, as a share. */
const ROUNDING = 0.006;

/**
 * `right` for what no source has to say: a formula, a calculation with known numbers, a row of known numbers
 * and their sums, or an example that is announced. `wrong` for a calculation whose sides are not equal. Null
 * for every other statement. `before` has the question and the statements before it.
 */
export function ownCalculation(
  statement: JudgedText,
  before: readonly string[],
  language: string,
): 'right' | 'wrong' | null {
  const { text, citations, cells = [] } = statement;
  const equations = equationsIn(text, language);
  if (equations?.areRight === false) return 'wrong';
  if (equations === null && isFormula(statement)) return 'right';
  if (citations.length > 0) return null;
  const last = before.at(-1) ?? '';
  if (isSupposed(text, language) || (/[:：]$/u.test(last) && isSupposed(last, language))) return 'right';
  if (equations === null && cells.length === 0) return null;
  const own = numbersIn(text, language);
  const earlier = before.map((one) => numbersIn(one, language));
  const known = new Set([...(equations?.numbers ?? []), ...earlier.flat()]);
  const isKnown = (number: number) => (Number.isInteger(number) && number < MIN_NUMBER) || known.has(number);
  // The numbers above it in earlier rows, whose last numbers are in one column.
  const columnOf = (at: number) => earlier.map((row) => row.at(at - own.length));
  return own.length > 0 && own.every((one, at) => isKnown(one) || isSum(one, columnOf(at))) ? 'right' : null;
}

/** Whether the last two or more of some numbers add up to a number. */
function isSum(result: number, column: readonly (number | undefined)[]): boolean {
  let sum = 0;
  return column.toReversed().some((number, at) => {
    sum += number ?? Number.NaN;
    return at > 0 && Math.abs(sum - result) <= ROUNDING * sum;
  });
}

function isSupposed(text: string, language: string): boolean {
  const lower = text.toLowerCase();
  return verdictWords(language)?.supposing.some((phrase) => lower.includes(phrase)) === true;
}
