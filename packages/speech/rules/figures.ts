import type { SpokenWords } from '../languages/locale.ts';
import type { Rule } from './rule.ts';

/** `.75`, `.5%`. */
const LEADING_STOP = /(?<![\p{L}\p{N}.,)\]}”%])\.(\d{1,9})(?![\p{L}\p{N}(]|\.\d|-(?:\d|zero))(%?)/gu;
/** `1 234 567`. */
const SPACED_THOUSANDS =
  /(?<![\p{L}\p{N}.,]|\d )[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3}){1,4}(?![\p{N}\p{L}]|[ .]\d)/gu;

/** Rewrites numbers that engines misread: `.75`, and numbers with spaces between thousands. */
export function createFigureRule(locale: SpokenWords): Rule {
  const joinsThousands = locale.code === 'es' || locale.code === 'pt' || locale.code === 'it';
  const sayFraction = (_: string, decimals: string, percent: string) => {
    const words = locale.number?.(`.${decimals}`)?.replace(/^\S+ /, '');
    return `${words ?? `0.${decimals}`}${percent === '' ? '' : ` ${locale.signs['%'] ?? '%'}`}`;
  };
  return (text) => {
    const said = locale.decimal === '.' && /\.\d/.test(text) ? text.replace(LEADING_STOP, sayFraction) : text;
    return joinsThousands
      ? said.replace(SPACED_THOUSANDS, (number) => number.replace(/[ \u00a0\u202f]/g, ''))
      : said;
  };
}

/** `+1 123-123-5678`, `+49 30 901820`, `(123) 123-5678`, `555.555.5555`: a plus, or American groups. */
const TELEPHONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,+-])(?:\+\d{1,3}(?:[ .-]?\(\d{1,4}\)` +
    String.raw`|[ .-]\d{1,4})(?:[ .-]{1,2}\d{2,8}){1,5}|(?:\d{1,2}[ .-])?(?:\(\d{3}\) ?` +
    String.raw`|\d{3}[.-])\d{3}[.-]\d{4}(?:-\d{1,4})?|\d{3}-\d{2}-\d{4})(?![\p{L}\p{N}]|[.,-]\d)`,
  'gu',
);

/** Writes telephone numbers digit by digit, with commas between groups; voices would read them as amounts. */
export function createTelephoneRule(locale: SpokenWords): Rule {
  const plus = locale.signs['+'] ?? '+';
  const spell = (number: string) => {
    const groups = (number.match(/\d+/g) ?? []).map((group) => [...group].join(' ')).join(', ');
    return number.startsWith('+') ? `${plus} ${groups}` : groups;
  };
  return (text) => (/\d[ ()./-]{1,2}\d{2}/.test(text) ? text.replace(TELEPHONE, spell) : text);
}
