import { numeralValue } from './number-words.ts';
import { UNSPACED_UNITS } from './units.ts';

/** The multipliers after a number, and in Chinese or Japanese the smaller amounts that follow. */
export type Multipliers = {
  /** The factor of the number itself: 10,000,000 in `3千万`. */
  readonly factor: number;
  /** The sum of the amounts after it: 50,000,000 in `3億5000万`, otherwise 0. */
  readonly plus: number;
  /** The last multiplier, as a number: 10,000 in `3億5000万`. */
  readonly lastFactor: number;
  /** The offset of the first character after all of them. */
  readonly to: number;
};

const FACTORS: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
};
/**
 * Signs that belong to the next word instead: `十分` means "very", `百分` begins a fraction, and `千米`, `百帕`
 * and `兆瓦` are units.
 */
const SMALL = '(?:[十百](?![分帕])|千(?![分米克瓦卡赫伏焦帕升]|字节))';
const LARGE = '(?:[万萬]?[億亿]|[万萬億亿]?兆(?![瓦赫帕欧字比])|[万萬])';
/** `3千万`, `3十億`, `1万亿`. After a space, only multipliers from 10,000 count, because `5 百货` is 5 shops. */
const MULTIPLIERS = new RegExp(`[ \u00a0]${SMALL}?${LARGE}|${SMALL}?${LARGE}|${SMALL}`, 'uy');
/** The characters after a number that say what it counts. */
export const COUNTERS = '本个個名人册冊年月日天周週小时時元円位所座家条條种種台辆隻只匹枚回次件岁歳公米克吨';
/** A counter or a unit. In `3万5月` and `3万8時`, a date or a time follows the number. */
const COUNTED_PATTERN = `(?!月|日(?!元)|[时時](?![间間]))(?:[${COUNTERS}]|${UNSPACED_UNITS.join('|')})`;
const COUNTED = new RegExp(COUNTED_PATTERN, 'uy');
/**
 * Chinese numerals before a counter have a place or a zero (`三万五千人`, `三万零五人`), because `三万一个` may be
 * 30,000 for each one.
 */
const PLACED =
  '(?:[零〇][一二两兩三四五六七八九十百千]|[一二两兩三四五六七八九]?[十百千])[零〇一二三四五六七八九十百千]{0,7}';
/** The digits of a further amount, in Western or Chinese numerals. */
const DIGITS = new RegExp(
  [
    String.raw`\d{1,3},\d{3}(?!\d)`,
    String.raw`\d{1,8}(?![.,]?\d)`,
    '[一二三四五六七八九十百千]{1,8}(?=[万萬億亿])',
    `${PLACED}(?=${COUNTED_PATTERN})`,
  ].join('|'),
  'uy',
);
/** The maximum number of amounts in one number: `3兆2億1万5千` has four. */
const MAX_AMOUNTS = 5;

/** The multipliers at a position; null if there are none. */
export function hanMultipliersAt(text: string, at: number): Multipliers | null {
  const first = multiplierAt(text, at);
  if (first === null) return null;
  const { factor } = first;
  let multipliers: Multipliers = { factor, plus: 0, lastFactor: factor, to: first.to };
  for (let amounts = 1; amounts < MAX_AMOUNTS; amounts++) {
    const next = amountBelow(text, multipliers.to, multipliers.lastFactor);
    if (next === null) break;
    const plus = multipliers.plus + next.amount;
    multipliers = { factor, plus, lastFactor: next.factor, to: next.to };
  }
  return multipliers;
}

type Multiplier = {
  readonly factor: number;
  /** The offset of the first character after it. */
  readonly to: number;
};

function multiplierAt(text: string, at: number): Multiplier | null {
  const written = matchAt(MULTIPLIERS, text, at);
  if (written === null) return null;
  const factor = [...written.trim()].reduce((product, sign) => product * (FACTORS[sign] ?? 1), 1);
  return { factor, to: at + written.length };
}

/**
 * The amount at a position if it belongs to the number before it, whose last multiplier is `above`: its own
 * multiplier is smaller (`3億5000万`), or its digits fill all places below (`3万5000`), or a counter or a unit
 * follows (`1万500円`).
 */
function amountBelow(
  text: string,
  at: number,
  above: number,
): (Multiplier & { readonly amount: number }) | null {
  const written = matchAt(DIGITS, text, at);
  if (written === null) return null;
  const digits = written.replace(',', '');
  const end = at + written.length;
  const own = multiplierAt(text, end);
  if (own === null && !fillsAllPlaces(digits, above) && matchAt(COUNTED, text, end) === null) return null;
  const { factor, to } = own ?? { factor: 1, to: end };
  const amount = (/^\d/.test(digits) ? Number(digits) : numeralValue(digits)) * factor;
  return amount < above ? { amount, factor, to } : null;
}

/** Whether there are as many digits as zeros in the power of ten: four for 10,000. */
function fillsAllPlaces(digits: string, powerOfTen: number): boolean {
  return 10 ** digits.length === powerOfTen;
}

/** What a sticky expression matches at a position; null if it does not. */
function matchAt(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}
