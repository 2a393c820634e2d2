import type { SpokenWords } from '../languages/locale.ts';
import type { Rule } from './rule.ts';

const LEADING_STOP = /(?<![\p{L}\p{N}.,)\]}”%])\.(\d{1,9})(?![\p{L}\p{N}(]|\.\d|-(?:\d|zero))(%?)/gu;
/** A number with this many digits and no separator is a code, unless it is round. */
const CODE = /(?<![\p{L}\p{N}.,$€£¥+_-])\d{10,19}(?<!000)(?![\p{L}\p{N}]|[.,_-]\d| \p{Ll}{4})/gu;
/** Card numbers begin with 3 to 6; four groups that begin otherwise may be four years in a row. */
const CARD = /(?<![\p{L}\p{N}.,-])[3-6]\d{3}(?:[ -]\d{4}){3}(?![\p{L}\p{N}]|[ .,-]\d)/gu;
const SPACED_THOUSANDS =
  /(?<![\p{L}\p{N}.,]|\d )[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3}){1,4}(?![\p{N}\p{L}]|[ .]\d)/gu;

/** The form that card numbers and codes have in common. */
const LONG = /\d{4}[ -]?\d{4}/;

/**
 * Rewrites numbers that engines misread: `.75`, codes of ten digits or more, and numbers with spaces between
 * thousands.
 */
export function createFigureRule(locale: SpokenWords): Rule {
  const joinsThousands = locale.code === 'es' || locale.code === 'pt' || locale.code === 'it';
  const sayFraction = (_: string, decimals: string, percent: string) => {
    const words = locale.number?.(`.${decimals}`)?.replace(/^\S+ /, '');
    return `${words ?? `0.${decimals}`}${percent === '' ? '' : ` ${locale.signs['%'] ?? '%'}`}`;
  };
  return (text) => {
    let said = LONG.test(text) ? text.replace(CARD, spell).replace(CODE, spell) : text;
    if (locale.decimal === '.' && /\.\d/.test(said)) said = said.replace(LEADING_STOP, sayFraction);
    return joinsThousands
      ? said.replace(SPACED_THOUSANDS, (number) => number.replace(/[ \u00a0\u202f]/g, ''))
      : said;
  };
}

function spell(code: string): string {
  return code
    .split(/[ -]/)
    .map((group) => [...group].join(' '))
    .join(', ');
}

const VERSION = /(?<![\p{L}\p{N}.,])(v?)(\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}]|[.,]\d)/gu;
const THOUSANDS = /^\d{1,3}(?:\.\d{3}){2,}$/;

/** Spells out versions: `v1.2.3` as `version 1 point 2 point 3`. Decimals and thousands stay as they are. */
export function createVersionRule(locale: SpokenWords): Rule {
  return (text) => {
    if (!/\d\.\d/.test(text)) return text;
    return text.replace(VERSION, (written: string, mark: string, number: string) => {
      const parts = number.split('.');
      if (THOUSANDS.test(number) || (parts.length < 3 && mark === '')) return written;
      const said = parts.length < 3 ? number : parts.join(` ${locale.point} `);
      return mark === '' ? said : `${locale.version} ${said}`;
    });
  };
}
