import type { Rule, SpokenWords } from './languages.ts';

/** Signs that are spoken wherever they are; an ampersand only if it begins no entity. */
const ANYWHERE = /\s?(&(?!#?[a-z]\w{1,30};)|[±≈≤≥≠→⇒÷§‰])\s?/gu;
/** `~50`, `<$5`, `#3`. */
const BEFORE_NUMBER = /(?<![\p{L}\p{N}])([~<>#])\s?(?=[$€£]?\.?\d)/gu;
/** More than the longest words of `sameAsSign`. */
const MAX_SAME_CHARS = 24;
/** `-5`, `-$5`, `5 −3`, and ` –5` with a dash; not in a range. */
const MINUS =
  /(?<![\p{L}\p{N}.,)$€£¥–-])[-−](?=[$€£]?\.?\d)|(?<=\d\s?)−|(?<=^|[\s(])(?<!\d\s)–(?=[$€£]?\.?\d)/gu;
/** `3 × 4`, `3x4`, `3 + 4`. */
const BETWEEN_NUMBERS = /(?<=\d)\s?([×x*+])\s?(?=\d)/gu;
/** Multiplied numbers that form an equation or a power of ten; all others are sizes. */
const MULTIPLIED = /^\d[\d.,]*\s?[=≈]|^10(?:[\^⁰¹²³⁴-⁹⁻]|\*\*)/;
/** `3 m x 4 m`. */
const BETWEEN_MEASURES = /(?<=\d[ \u00a0]?(?:[cmk]?m|in|ft|px)) ?[x×] ?(?=\d)/g;
/** `10^-3`, `x^2`, `m^{2}`. */
const POWER = new RegExp(
  String.raw`(?<=[\p{N})]|(?<!\p{L})\p{L}` +
    String.raw`|(?<!\p{L})\p{L}{2}(?=\^\{?[23]))\^(?:\{([-−]?\w{1,6})\}|([-−]?\d{1,3}(?!\d|\^)` +
    String.raw`|[a-z](?!\p{L}|\^)))`,
  'gu',
);
/** Superscripts after a one-digit number, 10 or the name of a quantity. Other superscripts refer to notes. */
const RAISED = /(?<=(?<![\p{L}\p{N}.,])(?:10|\d|[a-ln-rt-z]))([⁻]?)([⁰¹²³⁴-⁹]{1,3})(?![\p{L}\p{N}])/gu;
/** `6/2=`. */
const DIVISION = /(?<=\d)\s?\/\s?(?=\d[\d.,]{0,12}\s?=)/g;
/** The sign in `x = 5`. */
const EQUATION = /(?<=[\p{L}\p{N})]\s{0,2})={1,3}(?=\s?\.?[\p{L}\p{N}(])/gu;
/** `5-3=`. */
const EQUATION_MINUS = /(?<=\d\s?)-(?=\s?\d{1,15}\s?=)/gu;

/**
 * Replaces signs by words: `&`, `±` and `→` anywhere, others only at a number: `~5`, `2 × 3`. A word in the
 * table of a language has no effect without a pattern above. Voices read `%` themselves; only the English
 * `.5%` needs its word (`LEADING_STOP`).
 */
export function createSignRule(locale: SpokenWords): Rule {
  const { signs, sameAsSign } = locale;
  /** True if the words before the sign already say it: "about ~50". */
  const isSaid = (sign: string, text: string, at: number) => {
    const before = ` ${text
      .slice(Math.max(0, at - MAX_SAME_CHARS), at)
      .trimEnd()
      .toLowerCase()}`;
    return sameAsSign[sign]?.some((words) => before.endsWith(` ${words.toLowerCase()}`)) ?? false;
  };
  const wordFor = (sign: string) => ` ${signs[sign === '⇒' ? '→' : sign] ?? ''} `;
  const between = (written: string, sign: string, at: number, text: string) => {
    if (sign === '+') return wordFor('+');
    const isMultiplied =
      sign === '*' || MULTIPLIED.test(text.slice(at + written.length, at + written.length + 24));
    return isMultiplied ? ` ${locale.formula.times} ` : wordFor('×');
  };
  const power = (exponent: string) => {
    const known = locale.formula[`^${exponent}`];
    if (known !== undefined) return ` ${known} `;
    return ` ${locale.formula['^']} ${exponent.replace(/[-−]/, `${signs['-']} `)} `;
  };
  return (text) => {
    let said = text;
    if (/[&±≈≤≥≠→⇒÷§‰]/.test(said))
      said = said.replace(ANYWHERE, (_, sign: string, at: number, before: string) =>
        isSaid(sign === '≈' ? '~' : sign, before, at) ? ' ' : wordFor(sign),
      );
    if (/[×x*+]/.test(said))
      said = said.replace(BETWEEN_NUMBERS, between).replace(BETWEEN_MEASURES, wordFor('×'));
    if (said.includes('^'))
      said = said.replace(POWER, (_, inBraces?: string, bare?: string) => power(inBraces ?? bare ?? ''));
    if (/[⁰¹²³⁴-⁹]/.test(said))
      said = said.replace(RAISED, (_, minus: string, figures: string) =>
        power((minus === '' ? '' : '-') + figures.normalize('NFKC')),
      );
    if (said.includes('='))
      said = said
        .replace(DIVISION, wordFor('÷'))
        .replace(EQUATION_MINUS, wordFor('-'))
        .replace(EQUATION, wordFor('='));
    if (!/[~<>#−–-]/.test(said)) return said;
    return said
      .replace(BEFORE_NUMBER, (_, sign: string, at: number, before: string) =>
        isSaid(sign, before, at) ? '' : `${signs[sign] ?? ''} `,
      )
      .replace(MINUS, wordFor('-').trimStart());
  };
}
