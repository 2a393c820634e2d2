import { ownValue } from '../text/own-value.ts';
import type { InstantFinding } from './finding.ts';
import type { InstantWords } from './language-words.ts';
import { beforeEnd, type Phrasing, withoutStart } from './phrasing.ts';
import { readNumber } from './read-number.ts';
import { writeNumber } from './write-number.ts';
import { inWords, MAX_IN_WORDS } from './write-words.ts';

const ROMAN: readonly (readonly [string, number])[] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];
const MAX_ROMAN = 3_999;
const PREFIXES = { 2: '0b', 8: '0o', 10: '', 16: '0x' } as const;
/** A longer text is not read as a number in a base. */
const MAX_DIGITS = 40;

/**
 * Answers a question that consists only of a number and a numeral system or base; null for every other
 * question.
 */
export function findNumeral(
  { whole, core, hasNumberWords }: Phrasing,
  lexicon: InstantWords,
): InstantFinding | null {
  if (hasNumberWords) return toDigits(core, lexicon);
  return (
    toRoman(core, lexicon) ??
    fromRoman(core, whole, lexicon) ??
    toBase(core, lexicon) ??
    toWords(core, lexicon)
  );
}

/** "Two hundred and five in digits"; its number words have already been replaced by digits. */
function toDigits(core: string, { numerals, writing }: InstantWords): InstantFinding | null {
  const digits = beforeEnd(core, numerals.inDigits) ?? '';
  const written = /^\d+$/.test(digits)
    ? writeNumber({ numerator: BigInt(digits), denominator: 1n }, writing)
    : null;
  return written === null ? null : { text: `**${written.text}**`, value: digits };
}

/** "1234 in words", "write 21 in words" */
function toWords(core: string, lexicon: InstantWords): InstantFinding | null {
  const { numerals, code } = lexicon;
  const asked = withoutStart(core, numerals.writeOut);
  const digits = beforeEnd(asked ?? core, numerals.inWords) ?? '';
  const value = /^[1-9]/.test(digits) ? readNumber(digits, lexicon)?.value : undefined;
  if (value === undefined || value.denominator !== 1n || value.numerator > MAX_IN_WORDS) return null;
  const words = inWords(Number(value.numerator), code);
  return { text: `${digits} = **${words}**`, value: words };
}

function toRoman(core: string, { numerals }: InstantWords): InstantFinding | null {
  const digits = beforeEnd(core, numerals.toRoman);
  if (digits === null || !/^[1-9]\d{0,3}$/.test(digits) || Number(digits) > MAX_ROMAN) return null;
  const roman = writeRoman(Number(digits));
  return { text: `${digits} = **${roman}**`, value: roman };
}

function fromRoman(core: string, whole: string, { numerals }: InstantWords): InstantFinding | null {
  const roman = beforeEnd(core, numerals.fromRoman) ?? withoutStart(whole, numerals.fromRoman);
  const value = roman === null ? null : readRoman(roman);
  return value === null ? null : { text: `${roman} = **${value}**`, value: String(value) };
}

function toBase(core: string, { numerals }: InstantWords): InstantFinding | null {
  const written = beforeEnd(core, Object.keys(numerals.bases));
  if (written === null) return null;
  const base = ownValue(numerals.bases, core.slice(written.length).trim().toLowerCase());
  const value = base === undefined ? null : readInBase(withPrefix(written, numerals.named));
  if (base === undefined || value === null) return null;
  if (base === 10 && /^\d+$/.test(written)) return null;
  const digits = PREFIXES[base] + value.toString(base).toUpperCase();
  return { text: `${written} = **${digits}**`, value: digits };
}

/** `0xff` for "hex ff" and "ff hex". */
function withPrefix(written: string, named: InstantWords['numerals']['named']): string {
  const names = Object.keys(named);
  const digits = withoutStart(written, names) ?? beforeEnd(written, names);
  if (digits === null) return written;
  const name = written.replace(digits, '').trim().toLowerCase();
  return `${PREFIXES[ownValue(named, name) ?? 10]}${digits.replace(/^0[xbo]/i, '')}`;
}

/** Reads `255`, `0xff`, `0b1010` or `0o17`. A decimal number that starts with 0 is a code. */
function readInBase(written: string): bigint | null {
  if (written.length > MAX_DIGITS) return null;
  const isNumber = /^(?:0|[1-9]\d*|0x[\da-f]+|0b[01]+|0o[0-7]+)$/i.test(written);
  return isNumber ? BigInt(written.toLowerCase()) : null;
}

/** The only correct way to write a number from 1 to 3,999 in capitals. */
function writeRoman(value: number): string {
  let rest = value;
  let text = '';
  for (const [letters, worth] of ROMAN) for (; rest >= worth; rest -= worth) text += letters;
  return text;
}

/** Null for letters that are not a numeral in its only correct spelling: `IIII`, or `MIX` in lower case. */
function readRoman(text: string): number | null {
  // The longest numeral is MMMDCCCLXXXVIII.
  if (text.length > 15 || !/^[MDCLXVI]+$/.test(text)) return null;
  let rest = text;
  let value = 0;
  for (const [letters, worth] of ROMAN)
    for (; rest.startsWith(letters); rest = rest.slice(letters.length)) value += worth;
  return rest === '' && value <= MAX_ROMAN && writeRoman(value) === text ? value : null;
}
