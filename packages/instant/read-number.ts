import { fillIn } from './fill-in.ts';
import type { InstantWords } from './language-words.ts';
import { type Rational, toRational } from './rational.ts';
import { writeNumber } from './write-number.ts';

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
