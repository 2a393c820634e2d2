import type { SpokenWords } from '../languages/locale.ts';
import { joinOf } from './amount.ts';
import { gluedUnitForms, unitForms, unitName } from './measure.ts';
import type { Rule } from './rule.ts';

const SIGN = /[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/;
const RATING = /(?<![\p{L}\p{N}.,/])(\d{1,2}[.,]\d{1,2})\s?\/\s?(5|10|20|100)(?![\p{L}\p{N}%/]|[.,]\d)/gu;
/** After one of these words, `11/15` is a day. */
const BEFORE_DAY = /(?<!\p{L})(?:on|by|since|until|from|to|before|after|through|and|of) $/iu;
/** The words between a part and its whole, in all languages: `1/20 du total`. */
const BEFORE_WHOLE = /^ (?:of|d[eiou]|de[lrs]|d['’])(?!\p{L})/u;
/**
 * Common denominators of inches, shares and odds. Other denominators above ten are just as often part of a
 * size, a season or the number of an issue.
 */
const PARTS: ReadonlySet<number> = new Set([16, 32, 64, 128, 100, 1000, 10_000]);
/** Fractions that may follow a whole number. */
const MIXED: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 32, 64, 100]);
/** Fractions that are names of a day or a shop. */
const NAMES: ReadonlySet<string> = new Set(['9/11', '7/11']);

const REACH = 10;

/** Two numbers with a slash, as written, and the text around them. */
type WrittenFraction = {
  readonly whole: string | undefined;
  readonly over: string;
  readonly under: string;
  /** The letters of an ordinal. */
  readonly ending: string;
  readonly hasUnit: boolean;
  readonly before: string;
  readonly after: string;
};

/**
 * Spells fractions out: `1/2` and `½` as `one half`, `3 1/2 lb` as `3 and a half pounds`. Other numbers with
 * a slash, such as 24/7, stay as they are.
 */
export function createFractionRule(locale: SpokenWords): Rule {
  const unit =
    `(?:[ \\u00a0\\u202f]?(${gluedUnitForms(locale)})|[ \\u00a0\\u202f](${unitForms(locale)}` +
    `))?(?![\\p{L}\\p{N}])`;
  const written = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/-])(?:(\\d{1,4})[ ` +
      `-])?(\\d{1,3})\\s?[/⁄]\\s?(\\d{1,4})((?:st|nd|rd|th|ST|ND|RD|TH)?s?)${unit}` +
      `(?![/⁄²³]|[.,:-]\\d)`,
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

  /**
   * Whether two numbers with a slash are a fraction; otherwise they may be a day, size, score, issue or
   * network.
   */
  function isFraction({ whole, over, under, ending, hasUnit, before, after }: WrittenFraction): boolean {
    const [part, parts] = [Number(over), Number(under)];
    if (part === 0 || over.startsWith('0') || NAMES.has(`${over}/${under}`)) return false;
    // `2/12th` names a battalion, and so does `1/12th` if a capitalised word follows.
    if (/[dht]$/i.test(ending) && (part > 1 ? !/^ \p{Ll}/u.test(after) : /^ \(?\p{Lu}/u.test(after)))
      return false;
    if (whole !== undefined) return !whole.startsWith('0') && MIXED.has(parts) && (part < parts || part < 10);
    if (part >= parts || before.endsWith(`${locale.point} `)) return false;
    const followsDay = ending === '' && BEFORE_DAY.test(before);
    if (hasUnit || (BEFORE_WHOLE.test(after) && !followsDay)) return true;
    if (!isShortest(part, parts)) return false;
    if (parts <= 10) return true;
    const isDay = part <= 12 && parts <= 31 && (followsDay || after.startsWith(':'));
    return !isDay && (PARTS.has(parts) || (part === 1 && parts === 12 && locale.monthFirst));
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
            ending: string,
            close?: string,
            far?: string,
            at = 0,
          ) => {
            const unitForm = close ?? far;
            const before = said.slice(Math.max(0, at - REACH), at);
            const end = at + form.length;
            const after = said.slice(end, end + REACH);
            return isFraction({ whole, over, under, ending, hasUnit: unitForm !== undefined, before, after })
              ? (say(whole ?? '', Number(over), Number(under), unitForm) ?? form)
              : form;
          },
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

/**
 * Whether a fraction is in lowest terms; numbers with a common divisor are often a score or a time signature:
 * `8/10`, `6/8`.
 */
function isShortest(over: number, under: number): boolean {
  let [one, other] = [over, under];
  while (other > 0) [one, other] = [other, one % other];
  return one === 1;
}

/** English needs an article, `an` before a vowel: `of an inch`, `of a kilogram`. */
function partOf(join: string, name: string): string {
  const needsN = join.endsWith(' a ') && /^(?:[aeio]|hour)/.test(name);
  return joinOf(needsN ? ' of an ' : join, name);
}
