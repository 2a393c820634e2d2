import type { SpokenWords } from '../languages/locale.ts';
import { joinOf } from './amount.ts';
import { gluedUnitForms, unitForms, unitName } from './measure.ts';
import type { Rule } from './rule.ts';

const SIGN = /[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/;
/** `8.5/10`. */
const RATING = /(?<![\p{L}\p{N}.,/])(\d{1,2}[.,]\d{1,2})\s?\/\s?(5|10|20|100)(?![\p{L}\p{N}%/]|[.,]\d)/gu;

/**
 * Spells out the fractions that have a name: `1/2` and `½` as `one half`, `3 1/2 lb` as `3 and a half
 * pounds`. Other numbers with a slash stay as they are: a day, a size, a score, an issue, a network.
 */
export function createFractionRule(locale: SpokenWords): Rule {
  const unit =
    `(?:[ \\u00a0\\u202f]?(${gluedUnitForms(locale)})|[ \\u00a0\\u202f](${unitForms(locale)}` +
    `))?(?![\\p{L}\\p{N}])`;
  const written = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/-])(?:(\\d{1,4})[ ` +
      `-])?(\\d{1,2})\\s?[/⁄]\\s?(\\d{1,3})${unit}` +
      `(?![/⁄²³]|[.,:-]\\d)`,
    'gu',
  );
  const sign = new RegExp(`(?:(?<![\\p{L}\\p{N}.,])(\\d{1,6})\\s?)?(${SIGN.source})${unit}`, 'gu');

  function sayNumber(whole: string, over: number, under: number): string | null {
    const name = locale.fractions[under];
    if (name === undefined) return null;
    if (whole !== '' && over === 1 && under === 2) return `${whole} ${locale.andHalf}`;
    const [one = '', many = one] = name.split('|');
    const fraction =
      over === 1 ? (locale.fractionOne[under] ?? `${locale.fractionOne[0]} ${one}`) : `${over} ${many}`;
    return whole === '' ? fraction : `${whole} ${locale.fractionAnd} ${fraction}`;
  }

  function say(whole: string, over: number, under: number, form: string | undefined): string | null {
    const number = sayNumber(whole, over, under);
    if (number === null || form === undefined) return number;
    if (whole !== '') return `${number} ${unitName(locale, whole === '1' ? '1.5' : whole, form)}`;
    const name = unitName(locale, '1', form);
    return over === 1 && (under === 2 || locale.code === 'en')
      ? `${number} ${name}`
      : number + partOf(locale.fractionOf, name);
  }

  return (text) => {
    let said = text;
    if (/[/⁄]/.test(said))
      said = said
        .replace(RATING, (_, over: string, under: string) => `${over} ${locale.outOf} ${under}`)
        .replace(written, (form: string, whole = '', over = '', under = '', close?: string, far?: string) => {
          const part = Number(over);
          const parts = Number(under);
          const isFraction = !/^0/.test(whole + over) && part < parts && isShortest(part, parts);
          return (isFraction ? say(whole, part, parts, close ?? far) : null) ?? form;
        });
    if (!SIGN.test(said)) return said;
    return said.replace(
      sign,
      (form: string, whole: string | undefined, mark: string, close?: string, far?: string) => {
        const [over = '', under = ''] = mark.normalize('NFKC').split('⁄');
        return say(whole ?? '', Number(over), Number(under), close ?? far) ?? form;
      },
    );
  };
}

/** Whether a fraction is in lowest terms; others are often a score or a time signature: `6/8`. */
function isShortest(over: number, under: number): boolean {
  return under === 0 ? over === 1 : isShortest(under, over % under);
}

/** English needs an article, `an` before a vowel: `of an inch`, `of a kilogram`. */
function partOf(join: string, name: string): string {
  const needsN = join.endsWith(' a ') && /^(?:[aeio]|hour)/.test(name);
  return joinOf(needsN ? ' of an ' : join, name);
}
