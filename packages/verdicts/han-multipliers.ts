import { numeralValue } from './number-words.ts';

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
/** Signs that belong to the next word: `十分` is "very", `百分` begins a fraction, `千米` is a unit. */
const SMALL = '(?:[十百](?![分帕])|千(?![分米克瓦卡赫伏焦帕升]|字节))';
const LARGE = '(?:[万萬]?[億亿]|[万萬億亿]?兆(?![瓦赫帕欧字比])|[万萬])';
/** `3千万`, `3十億`, `1万亿`. After a space, only multipliers from 10,000 count, because `5 百货` is 5 shops. */
const MULTIPLIERS = new RegExp(`[ \u00a0]${SMALL}?${LARGE}|${SMALL}?${LARGE}|${SMALL}`, 'uy');
/** The characters after a number that say what it counts. */
export const COUNTERS = '本个個名人册冊年月日天周週小时時元円位所座家条條种種台辆隻只匹枚回次件岁歳公米克吨';
/** The digits of a further amount, in Western or Chinese numerals; its own multiplier follows. */
const DIGITS =
  /\d{1,3},\d{3}(?!\d)|\d{1,8}(?![.,]?\d)|[一二三四五六七八九十百千]{1,8}(?=[万萬億亿])|[一二三四五六七八九](?=[十百千])/uy;
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

/** The amount that belongs to the number before it: its multiplier is below `above` (`3億5000万`). */
function amountBelow(
  text: string,
  at: number,
  above: number,
): (Multiplier & { readonly amount: number }) | null {
  const digits = matchAt(DIGITS, text, at);
  const own = digits === null ? null : multiplierAt(text, at + digits.length);
  if (digits === null || own === null) return null;
  const amount = (/^\d/.test(digits) ? Number(digits.replace(',', '')) : numeralValue(digits)) * own.factor;
  return amount < above ? { amount, ...own } : null;
}

/** What a sticky expression matches at a position; null if it does not. */
function matchAt(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}
