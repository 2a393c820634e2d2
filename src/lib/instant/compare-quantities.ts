import { monthNames } from '../text/month-names.ts';
import { isStopWord, toWords } from '../text/words.ts';
import { languagesFor } from './find-languages.ts';
import type { InstantWords } from './language-words.ts';
import { compare, multiply, type Rational } from './rational.ts';
import { readNumber } from './read-number.ts';
import { findUnit } from './units.ts';

/** A sentence that states a quantity of a thing. */
export type QuantityClaim = { readonly name: string; readonly text: string };

/** How the quantity of the first thing compares with that of the second. */
export type QuantityComparison = {
  readonly relation: 'smaller' | 'larger' | 'equal';
  /** The two quantities as they are in their sentences. */
  readonly quantities: readonly [string, string];
};

type Stated = {
  readonly text: string;
  readonly value: Rational;
  /** The symbol of its unit, or the word after the number. */
  readonly unit: string;
  /** The words before and behind it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
};

const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])([$€£¥]?)(\p{Nd}(?:[\p{Nd}.,]{0,30}\p{Nd})?)(?![\p{L}\p{N}])` +
    String.raw`(?:\s?(%)|[\s\u00a0]([\p{L}²]{1,30})(?:\s(\p{L}{1,30}))?)?`,
  'gu',
);
const STARTS_AS_NUMBER = /^\p{N}/u;
const YEAR = /^(?:1[5-9]|20)\d\d$/;
/** "United States (US, USA)" */
const SHORT_NAMES = /\((?:\p{Lu}{2,5}(?:, )?){1,4}\)/gu;
/** Quantities of years further apart are not compared. */
const MAX_YEARS_APART = 3;
/** The content words this near to a quantity say what it measures. */
const [WORDS_BEFORE, WORDS_AFTER] = [3, 2];
/** Short scale, as in English. */
const SCALES: ReadonlyMap<string, bigint> = new Map([
  ['million', 10n ** 6n],
  ['billion', 10n ** 9n],
  ['trillion', 10n ** 12n],
]);
const RELATIONS = { [-1]: 'smaller', 0: 'equal', 1: 'larger' } as const;
/** With more characters or numbers, it is a table or a list. */
const MAX_CHARS = 2_000;
const MAX_NUMBERS = 24;

/**
 * Compares a quantity in two sentences, if it is clear which ones: both sentences name their own thing and
 * not the other, and the quantities have the same unit, years at most three apart or none, and the same words
 * around them. Of several in a sentence, the first is meant if both sentences are alike up to it. Otherwise
 * null.
 * @param dimension of the units, such as `area`; `count` for numbers without a unit; null for any
 * @param language ISO 639-1 code of the sentences
 */
export function compareQuantities(
  [one, other]: readonly [QuantityClaim, QuantityClaim],
  dimension: string | null,
  language: string,
): QuantityComparison | null {
  const lexicon = languagesFor(undefined, undefined)?.find(({ code }) => code === language);
  if (lexicon === undefined || !isOwn(one, other) || !isOwn(other, one)) return null;
  const [ones, others] = [one, other].map((claim) => statedIn(claim, dimension, lexicon));
  const [first, second] = [ones?.[0], others?.[0]];
  if (first === undefined || second === undefined || first.unit !== second.unit) return null;
  const isSole = ones?.length === 1 && others?.length === 1;
  const [before, after] = isSole ? [WORDS_BEFORE, WORDS_AFTER] : [Number.POSITIVE_INFINITY, WORDS_AFTER];
  if (surroundings(first, before, after) !== surroundings(second, before, after)) return null;
  if (!areOfOneTime(first, second)) return null;
  const order = compare(first.value, second.value);
  return { relation: RELATIONS[order], quantities: [first.text, second.text] };
}

/** Whether a sentence is short enough, and names its own thing and not the other one. */
function isOwn({ text, name }: QuantityClaim, other: QuantityClaim): boolean {
  return text.length <= MAX_CHARS && holdsName(text, name) && !holdsName(text, other.name);
}

function holdsName(text: string, name: string): boolean {
  return ` ${toWords(text).join(' ')} `.includes(` ${toWords(name).join(' ')} `);
}

/** The quantities of a sentence that have this dimension; none if it has too many numbers. Years are none. */
function statedIn({ text, name }: QuantityClaim, dimension: string | null, lexicon: InstantWords): Stated[] {
  const months = monthNames(lexicon.code);
  const owner = new Set(toWords(name));
  const wordsOf = (part: string) =>
    toWords(part.replace(SHORT_NAMES, ' ')).filter((word) => !owner.has(word));
  const matches = [...text.matchAll(QUANTITY)];
  if (matches.length > MAX_NUMBERS) return [];
  return matches.flatMap((match) => {
    const [, currency = '', digits = '', percent = '', next = '', afterNext = ''] = match;
    const factor = SCALES.get(next.toLowerCase());
    const isDate = (YEAR.test(digits) && factor === undefined) || months.has(next.toLowerCase());
    const read = isDate ? null : readNumber(digits, lexicon);
    const value = read === null ? null : multiply(read.value, { numerator: factor ?? 1n, denominator: 1n });
    if (value === null) return [];
    const word = factor === undefined ? next : afterNext;
    // "square kilometres"
    const longUnit = findUnit(`${next} ${afterNext}`);
    const noun = word === '' || isStopWord(word.toLowerCase()) ? '' : word;
    const unit = longUnit ?? (noun === '' ? undefined : findUnit(noun));
    const sign = currency + percent;
    const ownDimension = sign === '' ? (unit?.dimension ?? 'count') : sign;
    if (dimension !== null && ownDimension !== dimension) return [];
    const scale = factor === undefined ? '' : next;
    const named = longUnit === undefined ? [scale, sign === '' ? noun : ''] : [next, afterNext];
    const shown = [`${currency}${digits}${percent}`, ...named].filter((part) => part !== '').join(' ');
    return {
      text: shown,
      value,
      unit: sign === '' ? (unit?.symbol ?? noun.toLowerCase()) : sign,
      before: wordsOf(text.slice(0, match.index)),
      after: wordsOf(text.slice(match.index + shown.length)),
    };
  });
}

/** What is said around a quantity, without function words and other numbers. */
function surroundings({ before, after }: Stated, wordsBefore: number, wordsAfter: number): string {
  const near = [...before.slice(-wordsBefore), '…', ...after.slice(0, wordsAfter)];
  return near
    .filter((word) => !isStopWord(word) && !STARTS_AS_NUMBER.test(word) && !SCALES.has(word))
    .join(' ');
}

/** Whether the years nearest to two quantities are about the same, or neither has one. */
function areOfOneTime(one: Stated, other: Stated): boolean {
  const [first, second] = [one, other].map(
    ({ before, after }) =>
      before.findLast((word) => YEAR.test(word)) ?? after.find((word) => YEAR.test(word)),
  );
  if (first === undefined || second === undefined) return first === second;
  return Math.abs(Number(first) - Number(second)) <= MAX_YEARS_APART;
}
