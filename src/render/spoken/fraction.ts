import type { Locale } from './locale.ts';
import { unitForms, unitName } from './measure.ts';
import type { Rule } from './rule.ts';
import { joinOf } from './scaled.ts';

const SIGN = /[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/;
const RATING = /(?<![\p{L}\p{N}.,/])(\d{1,2}[.,]\d{1,2})\s?\/\s?(5|10|20|100)(?![\p{L}\p{N}%/]|[.,]\d)/gu;
/** Behind one of these `11/15` is a day. */
const BEFORE_DAY = /(?<!\p{L})(?:on|by|since|until|from|to|before|after|through|and|of) $/iu;
/** What a whole is often parted into, though it may be a day as well. */
const PARTS: ReadonlySet<number> = new Set([12, 15, 16, 20]);
/** Fractions that are names: a day, a shop. */
const NAMES: ReadonlySet<string> = new Set(['9/11', '7/11']);

/** Fractions in words: `1/2` and `½` as `one half`, `3 1/2 lb` as `3 and a half pounds`. Ratios such as 24/7 stay. */
export function createFractionRule(locale: Locale): Rule {
  const unit = `(?:[ \\u00a0\\u202f]?(${unitForms(locale, 'glued')})|[ \\u00a0\\u202f](${unitForms(locale, 'any')}))?(?![\\p{L}\\p{N}])`;
  const written = new RegExp(
    `(?<![\\p{L}\\p{N}.,/-])(?:(\\d{1,4})[ -])?(\\d{1,3})\\s?[/⁄]\\s?(\\d{1,4})(?:st|nd|rd|th|ST|ND|RD|TH)?s?${unit}(?![/⁄²³]|[.,-]\\d)`,
    'gu',
  );
  const sign = new RegExp(`(?:(?<![\\p{L}\\p{N}.,])(\\d{1,6})\\s?)?(${SIGN.source})${unit}`, 'gu');

  const nameOf = (under: number) => locale.fractions[under] ?? locale.fractionBy?.(under) ?? null;

  function sayNumber(whole: string, over: number, under: number): string | null {
    const name = nameOf(under);
    if (name === null) return null;
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

  function isFraction(over: number, under: number, before: string): boolean {
    if (over >= under || under === 0 || NAMES.has(`${over}/${under}`)) return false;
    if (under <= 10) return true;
    if (under > 100 && !/^10*$/.test(String(under))) return false;
    // Any other may be a day and a month.
    if (!locale.monthFirst) return under > 12;
    return over > 12 || under > 31 || ((over === 1 || PARTS.has(under)) && !BEFORE_DAY.test(before));
  }

  return (text) => {
    let said = text;
    if (/[/⁄]/.test(said))
      said = said
        .replace(RATING, (_, over: string, under: string) => `${over} ${locale.outOf} ${under}`)
        .replace(
          written,
          (
            form: string,
            whole: string | undefined,
            over: string,
            under: string,
            close?: string,
            far?: string,
            at = 0,
          ) =>
            whole === undefined &&
            !isFraction(Number(over), Number(under), said.slice(Math.max(0, at - 10), at))
              ? form
              : (say(whole ?? '', Number(over), Number(under), close ?? far) ?? form),
        );
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

/** English has an article there, and `an` before a vowel: `of an inch`, `of a kilogram`. */
function partOf(join: string, name: string): string {
  const needsN = join.endsWith(' a ') && /^(?:[aeio]|hour)/.test(name);
  return joinOf(needsN ? ' of an ' : join, name);
}
