import type { SpokenWords } from '../languages/locale.ts';
import type { Rule } from './rule.ts';

const LEADING_STOP = /(?<![\p{L}\p{N}.,)\]}”%])\.(\d{1,9})(?![\p{L}\p{N}(]|\.\d|-(?:\d|zero))(%?)/gu;
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
