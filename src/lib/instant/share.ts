import type { InstantFinding } from './finding.ts';
import type { InstantWords } from './language-words.ts';
import type { Phrasing } from './phrasing.ts';
import { compare, multiply, type Rational, toRational } from './rational.ts';
import { readNumber } from './read-number.ts';
import { writeNumber } from './write-number.ts';

/** "Double 11", "triple 20" and "a quarter of 8" are days, throws at darts and times of day. */
const NAMED_UP_TO = 31n;
const NAMING = /^(?:double|triple|(?:a|one) quarter of)$/;
/** A whole number of this size without a unit may be a year: "half of 2024". */
const YEARS = { first: 1500n, last: 2100n } as const;

/**
 * Calculates a question that consists only of a share or a multiple of a number, such as "half of 90", "two
 * thirds of 1,200" and "twice 45"; null for every other question.
 */
export function findShare(
  { core, isAsked, isCommand }: Phrasing,
  lexicon: InstantWords,
): InstantFinding | null {
  const phrase = longestBefore(core, Object.keys(lexicon.shares));
  if (phrase === null) return null;
  const written = core.slice(phrase.length).trim();
  const read = /^[0-9.,]/.test(written) ? readNumber(written, lexicon) : null;
  if (read === null || mayBeName(phrase, read.value)) return null;
  if (!isAsked && !isCommand && mayBeYear(written)) return null;
  const factor = toFactor(lexicon.shares[phrase] ?? '1');
  const value = multiply(read.value, factor);
  const number = writeNumber(read.value, lexicon.writing);
  const result = value && writeNumber(value, lexicon.writing);
  if (value === null || number === null || result === null) return null;
  const times = factor.numerator === 1n ? '' : ` × ${factor.numerator}`;
  const parts = factor.denominator === 1n ? '' : ` ÷ ${factor.denominator}`;
  return {
    text: `${number.text}${times}${parts} ${result.isExact ? '=' : '≈'} **${result.text}**`,
    value: `${value.numerator}/${value.denominator}`,
    notes: read.note === undefined ? [] : [read.note],
    doubts: read.doubt === undefined ? [] : [read.doubt],
  };
}

function longestBefore(core: string, phrases: readonly string[]): string | null {
  const low = core.toLowerCase();
  const fitting = phrases.filter((phrase) => low.startsWith(`${phrase} `));
  return fitting.sort((one, other) => other.length - one.length)[0] ?? null;
}

function mayBeName(phrase: string, value: Rational): boolean {
  const isSmall = compare(value, { numerator: NAMED_UP_TO, denominator: 1n }) !== 1;
  return NAMING.test(phrase) && value.denominator === 1n && isSmall;
}

function mayBeYear(written: string): boolean {
  return /^\d{4}$/.test(written) && BigInt(written) >= YEARS.first && BigInt(written) <= YEARS.last;
}

/** Reads `2/3` or `2`. */
function toFactor(text: string): Rational {
  const [numerator = '1', denominator = '1'] = text.split('/');
  return toRational(BigInt(numerator), BigInt(denominator)) ?? { numerator: 1n, denominator: 1n };
}
