import type { Locale } from './locales/locale.ts';
import { alternatives, fill } from './rule.ts';

/** The months of one language, for dates. */
export type Months = {
  /** A date in words; null if the day does not exist. Day 0 means the month alone. */
  say(day: number, month: number, year: string): string | null;
  /** The same with the day before the month, for digits in that order. */
  sayDayFirst(day: number, month: number, year: string): string | null;
  /** Spells out dates with the name of a month: `25 July 2012`, `Jan. 15`. */
  read(text: string): string;
};

/** English words that are months only if capitalised. */
const ALSO_A_WORD = /^(?:may|march|mar|sep)$/;

export function createMonths(locale: Locale): Months {
  const numbers = new Map(Object.entries(locale.monthSpellings));
  locale.months.forEach((month, index) => {
    numbers.set(month.toLowerCase(), index + 1);
  });
  const names = [...numbers.keys()];
  const anyName = new RegExp(`(?:${names.map((key) => key.slice(0, 3)).join('|')})`, 'i');
  // A stop that also ends the sentence stays.
  const name = `(${alternatives(names)})(?![\\p{L}])(?:\\.(?!\\s+(?-i:\\p{Lu})|\\s*$))?`;
  const yearEnd = '(?![\\p{L}\\p{N}]|[.,:]\\d)';
  const dayFirst = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/-]|\\$)(the )?(\\d{1,2})(?:st|nd|rd|th|\\.|º|°|er)?(?: d[eio] | of | |-)${name}(?:(?:,? | d[eo] | del )(\\d{4})${yearEnd})?`,
    'giu',
  );
  const monthFirst = new RegExp(
    `(?<![\\p{L}\\p{N}])${name}[ -](\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}%]|[.,:]\\d|[-–]\\d)(?:,? (\\d{4})${yearEnd})?`,
    'giu',
  );

  const monthYear = new RegExp(
    `(?<![\\p{L}\\p{N}])(${alternatives(Object.keys(locale.monthSpellings))})(?![\\p{L}])\\.?(?=,? \\d{4}${yearEnd})`,
    'giu',
  );

  const isKnown = (day: string, month: string) =>
    Number(day) >= 1 && Number(day) <= 31 && !ALSO_A_WORD.test(month);
  const sayDay = (day: number) =>
    day === 1
      ? locale.date.first
      : fill(locale.date.day, { day: String(day), ordinal: locale.ordinal?.(day) ?? String(day) });
  const nameOf = (month: string) => {
    const spelling = month.toLowerCase();
    // A form of five letters or more is a name, not an abbreviation: `Jänner`, `setiembre`.
    if (spelling.length > 4 && Object.hasOwn(locale.monthSpellings, spelling)) return month;
    return locale.months[(numbers.get(spelling) ?? 0) - 1] ?? month;
  };

  function readDayFirst(
    written: string,
    _the: string | undefined,
    day: string,
    month: string,
    year?: string,
  ): string {
    if (!isKnown(day, month)) return written;
    const said = fill(locale.date.named, { day: sayDay(Number(day)), month: nameOf(month) });
    return year === undefined ? said : said + locale.date.namedBeforeYear + year;
  }

  function readMonthFirst(written: string, month: string, day: string, year?: string): string {
    if (!isKnown(day, month)) return written;
    const said = fill(locale.date.dayMonth, { day: sayDay(Number(day)), month: nameOf(month) });
    return year === undefined ? said : said + locale.date.beforeYear + year;
  }

  return {
    say(day, month, year) {
      const monthName = locale.months[month - 1];
      if (monthName === undefined || day > 31) return null;
      if (day === 0) return monthName + locale.date.monthYear + year;
      return (
        fill(locale.date.dayMonth, { day: sayDay(day), month: monthName }) + locale.date.beforeYear + year
      );
    },
    sayDayFirst(day, month, year) {
      const monthName = locale.months[month - 1];
      if (monthName === undefined || day > 31) return null;
      return readDayFirst('', undefined, String(day), monthName, year);
    },
    read(text) {
      if (!anyName.test(text)) return text;
      const said = text.replace(dayFirst, readDayFirst);
      const named = locale.monthFirst ? said.replace(monthFirst, readMonthFirst) : said;
      return named.replace(monthYear, (form) =>
        /^\p{Lu}/u.test(form) || !ALSO_A_WORD.test(form) ? nameOf(form.replace('.', '')) : form,
      );
    },
  };
}
