import { UNIT_TABLE } from '@sayso/text/unit-table.ts';
import { monthNames } from '@sayso/text/written-date.ts';
import { toCardinal as inGerman } from 'n2words/de-DE';
import { toCardinal as inEnglish } from 'n2words/en-GB';
import { toCardinal as inSpanish } from 'n2words/es-ES';
import { toCardinal as inFrench } from 'n2words/fr-FR';
import { toCardinal as inItalian } from 'n2words/it-IT';
import { toCardinal as inPortuguese } from 'n2words/pt-PT';
import prose from './prose-units.json' with { type: 'json' };

const CARDINALS: Readonly<Record<string, readonly ((value: number) => string)[]>> = {
  en: [inEnglish],
  de: [inGerman, (value) => inGerman(value).replace('ß', 'ss')],
  fr: [inFrench],
  es: [inSpanish, (value) => inSpanish(value).replace(/uno$/, 'una')],
  pt: [inPortuguese],
  it: [inItalian],
};
/** Forms that n2words does not write: a feminine, an accent, a short form, and the spelling of Brazil. */
const OTHER_WORDS: Readonly<Record<string, readonly (readonly [word: string, value: number])[]>> = {
  es: [
    ['dieciséis', 16],
    ['veintiún', 21],
  ],
  pt: [
    ['duas', 2],
    ['quatorze', 14],
    ['dezesseis', 16],
    ['dezessete', 17],
    ['dezenove', 19],
  ],
};
/** From two upwards: `one` is too often an article or a pronoun. */
const SMALLEST = 2;
const LARGEST = 99;

const numbersByLanguage = new Map<string, ReadonlyMap<string, number>>();

/** The value of a number word of a language (a BCP 47 tag), in lower case; null for any other word. */
export function numberWord(word: string, language: string): number | null {
  const code = language.slice(0, 2);
  const words = numbersByLanguage.get(code) ?? wordsOf(code);
  numbersByLanguage.set(code, words);
  return words.get(word) ?? null;
}

/** The numbers of a language that are one word, maybe with hyphens. */
function wordsOf(code: string): ReadonlyMap<string, number> {
  const values = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, at) => SMALLEST + at);
  const written = (CARDINALS[code] ?? []).flatMap((write) =>
    values.map((value) => [write(value), value] as const),
  );
  return new Map([...written, ...(OTHER_WORDS[code] ?? [])]);
}

const NUMERALS = new Map([...'一二三四五六七八九'].map((numeral, at) => [numeral, at + 1]));
const PLACES = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** The value of Chinese numerals up to thousands: `四十五` is 45. */
export function numeralValue(numerals: string): number {
  let total = 0;
  let ones = 0;
  for (const numeral of numerals.replaceAll(/[两兩]/g, '二')) {
    const place = PLACES.get(numeral);
    if (place === undefined) ones = NUMERALS.get(numeral) ?? 0;
    else {
      total += (ones || 1) * place;
      ones = 0;
    }
  }
  return total + ones;
}

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

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'];

/** Made on first use, because the runtime takes milliseconds for each language. */
const monthsByLanguage = new Map<string, ReadonlyMap<string, number>>();

/**
 * The number of a month, 1 to 12, by its full or short name in a language (a BCP 47 tag); null for any
 * other word. English names count only with a capital, because `may` and `march` are words.
 */
export function monthOf(word: string, language: string): number | null {
  const code = language.slice(0, 2);
  if (code === 'en' && word === word.toLowerCase()) return null;
  if (!LANGUAGES.includes(code)) return null;
  const names = monthsByLanguage.get(code) ?? monthNames(code);
  monthsByLanguage.set(code, names);
  return names.get(word.toLowerCase()) ?? null;
}

/** The quantity that a unit measures, and the number of base units of that dimension in it. */
export type MeasureUnit = {
  readonly dimension: string;
  readonly factor: number;
  /** The offset to add to the product, for temperature scales with another zero point. */
  readonly offset?: number;
};

/** The units of the shared table; temperatures are among those of prose. */
const shared = Object.entries(UNIT_TABLE)
  .filter(([dimension]) => dimension !== 'temperature')
  .flatMap(([dimension, rows]) =>
    rows.map(({ ratio, names = '', prose = '' }) => ({ dimension, ratio, names: `${names} ${prose}` })),
  );
/**
 * All units by their names. Those of `prose-units.json` occur only in texts. Two temperatures agree only on
 * the same scale, or if one is in Celsius and the other in Fahrenheit. Each currency is a dimension of its
 * own, because exchange rates change.
 */
const byName = new Map<string, MeasureUnit>(
  [...shared, ...prose.units].flatMap(({ dimension, ratio, names }) => {
    const factor = toFactor(ratio);
    const offset = dimension === 'temperature' && factor !== 1 ? -32 * factor : 0;
    const unit = { dimension, factor, offset };
    return namesIn(names).map((name) => [name.replace('-', ' '), unit] as const);
  }),
);
/** The Chinese and Japanese names, the longest first: they follow a number without a space. */
export const UNSPACED_UNITS: readonly string[] = [...byName.keys()]
  .filter((name) => /^[\p{Script=Han}\p{Script=Katakana}]/u.test(name))
  .sort((one, other) => other.length - one.length);
/** Multipliers written after a number, except Chinese and Japanese ones (`hanMultipliersAt`). */
const scales = new Map(
  prose.scales.flatMap(({ ratio, names }) => namesIn(names).map((name) => [name, Number(ratio)])),
);

/** The unit with this name or symbol, in lower case; null if it is not a known unit. */
export function unitOf(name: string): MeasureUnit | null {
  return byName.get(name) ?? null;
}

/** The multiplier with this name, in lower case; null for any other word. */
export function scaleOf(name: string): number | null {
  return scales.get(name) ?? null;
}

function toFactor(ratio: string): number {
  const [above, below = 1] = ratio.split('/').map(Number);
  return (above ?? 1) / below;
}

function namesIn(list: string): readonly string[] {
  return list.split(' ').filter((name) => name !== '');
}

/** The unit that marks the name of a month, which is not a quantity. */
export const MONTH: MeasureUnit = { dimension: 'month-name', factor: 1 };

/** Languages that separate thousands with a comma. Elsewhere `1,234` and `1.234` have two readings. */
const COMMA_GROUPS = /^(?:en|zh|ja)\b/;

/**
 * The values that a number in digits may have, with at most one decimal mark; the likelier one first.
 * @param digits without spaces and apostrophes
 */
export function readingsOf(digits: string, language: string): readonly number[] {
  const marks = digits.match(/[.,]/g) ?? [];
  if (marks.length === 0) return [Number(digits)];
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) && new Set(marks).size === 1;
  const lastMark = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const decimal = Number(`${digits.slice(0, lastMark).replace(/[.,]/g, '')}.${digits.slice(lastMark + 1)}`);
  const grouped = Number(digits.replace(/[.,]/g, ''));
  if (isGrouped && marks.length > 1) return [grouped];
  if (isGrouped && COMMA_GROUPS.test(language)) return [marks[0] === ',' ? grouped : decimal];
  if (isGrouped) return [grouped, decimal];
  return [decimal];
}
