import { plainAmount, unitForms } from './amounts.ts';
import { alternatives, fill, type Rule, type SpokenWords } from './languages.ts';

const NUMBER = '\\d{1,4}(?:[.,]\\d{1,3})*(?:[:.]\\d\\d)?';
const SUFFIX =
  '(?:s|er|%|[ \\u00a0]?[ap]\\.?m\\.?|[ \\u00a0]?°[CF]?|[ \\u00a0]?[€£]|[ \\u00a0]?kg|[ ' +
  '\\u00a0]?km|[ \\u00a0]?h)?';
/** A local number in North America; a round number ends a range, and a year unless it follows 555. */
const LOCAL_TELEPHONE = /^(?:555-\d{4}|[2-9]\d\d-(?!1\d|20)\d{4})(?<!00)$/;
const HAS_CENTS = /[.,]\d\d$/;

/** Spells out two numbers with a dash: `3–5` as `3 to 5`, or a score if the second is smaller. */
export function createRangeRule(locale: SpokenWords): Rule {
  const sign = alternatives(Object.keys(locale.currencies).filter((form) => /[^A-Za-z]$/.test(form)));
  const currency = `((?:${sign})[ \\u00a0]?)?`;
  const scale = `(?=[ \\u00a0-]?(?:${alternatives(Object.keys(locale.scales))})(?!\\p{L}))`;
  /** A hyphen or dash between two numbers, but not in codes, or before the letters of a name. */
  const range = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/–-])${currency}(${NUMBER})(${SUFFIX})(?:-|\\s?[–—]\\s?)${currency}(${NUMBER}` +
      `)(?!\\d|[.,:/–-]\\d|-(?:\\p{Lu}|\\p{L}(?!\\p{L}{3}))|\\p{L}\\d)(${scale})?`,
    'gu',
  );

  const unitAfter = new RegExp(`[ \\u00a0\\u202f]?(?:${unitForms(locale)})(?![\\p{L}\\p{N}])`, 'uy');
  const hasUnit = (text: string, at: number) => {
    unitAfter.lastIndex = at;
    return unitAfter.test(text);
  };

  function sayRange(
    written: string,
    currencyFrom: string | undefined,
    from: string,
    unit: string,
    currencyTo: string | undefined,
    to: string,
    scaled: string | undefined,
    at: number,
    text: string,
  ): string {
    // An equals sign follows, so this is an equation and not a range.
    if (/^\s?=/.test(text.slice(at + written.length, at + written.length + 2))) return written;
    if (LOCAL_TELEPHONE.test(written)) return written;
    const isDown = unit === '' && isLess(to, from);
    // 747-400 is a name.
    if (isDown && currencyFrom === undefined && from.length > 2) return written;
    const template = isDown ? locale.score : locale.range;
    // If one currency sign belongs to two sums (`$5–10`), the currency is spoken once, after the second sum.
    // If the first sum has cents, the currency is spoken after both.
    const second = currencyTo ?? currencyFrom ?? '';
    const isShared = currencyTo === undefined && !(HAS_CENTS.test(from) && scaled === undefined);
    // The rule for units writes the second number in words where a language has them.
    const first = unit === '' && hasUnit(text, at + written.length) ? plainAmount(from, locale) : from;
    return fill(template, { from: (isShared ? '' : (currencyFrom ?? '')) + first + unit, to: second + to });
  }

  return (text) =>
    /\d[\w.%$€£°]{0,4}[ \u00a0]?[\w.°]{0,4}\s?[-–—]\s?[^\d\s]{0,3}[ \u00a0]?\d/.test(text)
      ? text.replace(range, sayRange)
      : text;
}

/** Whether a number is less than the previous one. `2020-21` is a season: `21` is short for 2021. */
function isLess(to: string, from: string): boolean {
  if (/^\d{4}$/.test(from) && /^\d\d$/.test(to)) return false;
  return Number(to.replace(/[^\d]/g, '')) < Number(from.replace(/[^\d]/g, ''));
}
