import type { Locale } from './locales/locale.ts';
import type { Rule } from './rule.ts';

/**
 * Four separate digits; other numbers of that size already have a thousands separator or are part of codes.
 */
const YEAR =
  /(?<![\p{L}\p{N}.,:/$€£¥#+-]|[-−] )(1[1-9]|20)(\d\d)(?![\p{L}\p{N}%€$°/]|[.,:-]\d|-\p{L}|\s?[%€$°×*+=])/gu;

/** Spells out years and decades, in languages that say them differently from other numbers. */
export function createYearRule(locale: Locale): Rule {
  const { year, decades } = locale;
  if (year === null) return (text) => text;
  const decade =
    decades === null
      ? null
      : new RegExp(
          `(?<![\\p{N}.,:/$€£])(?:(1[1-9]|20)|[’'‘])?(\\d)0[’']?${decades.ending}(?![\\p{L}\\p{N}])`,
          'gu',
        );

  const sayDecade = (written: string, century: string | undefined, ten: string) => {
    if (century === undefined && !/^['‘’]/.test(written)) return written;
    const name = decades?.names[Number(ten)] ?? '';
    if (century === undefined) return name;
    const hundreds = year(Number(century) * 100 + 10);
    if (century === '20' && (locale.code !== 'en' || ten === '0')) return written;
    if (century === '20') return `twenty ${name}`;
    if (hundreds === null) return written;
    return sayCentury(locale, Number(century)) + name;
  };
  return (text) => {
    const said = decade === null ? text : text.replace(decade, sayDecade);
    return said.replace(YEAR, (written) => year(Number(written)) ?? written);
  };
}

/** The century before the name of a decade: `nineteen `, `neunzehnhundert`. */
function sayCentury(locale: Locale, century: number): string {
  const full = locale.year?.(century * 100) ?? '';
  return locale.code === 'en' ? full.replace(/hundred$/, '') : full;
}
