import type { SpokenWords } from '../languages/locale.ts';
import { alternatives, fill, type Rule } from './rule.ts';

/** `2024-05-01`, `2024-05`, `2024/5/1`, also with a time. */
const ISO =
  /(?<![\p{L}\p{N}./-])(\d{4})([-/])(\d{1,2})(?:\2(\d{1,2}))?(?:T[\d:.]{4,12}Z?)?(?![\p{L}\p{N}]|[./-]\d)/gu;
/** `1.5.2024`, `5/1/24`. */
const NUMERIC = /(?<![\p{L}\p{N}./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\p{L}\p{N}]|[./-]\d)/gu;

/** `am 3.10.`: a day without a year, which is recognised by the word before it. */
const GERMAN_DAY = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:[Aa]m|[Vv]om|[Bb]is|[Zz]um|[Aa]b|[Ss]eit|dem` +
    String.raw`|den) )(\d{1,2})\.(\d{1,2})\.(?![\p{L}\p{N}])`,
  'gu',
);
/** The first of two days of a month: `3.–5. Mai`. */
const GERMAN_DAYS = /(?<![\p{L}\p{N}.,:/-])(\d{1,2}\.)\s?[-–]\s?(?=\d{1,2}\. \p{Lu})/gu;

/** Spells out dates, in digits or with the name of a month, in the order of the language. */
export function createDateRule(locale: SpokenWords): Rule {
  const months = createMonths(locale);
  const sayIso = (written: string, year: string, mark: string, month: string, day?: string) => {
    // A year and a month alone need a dash and two digits: `2024/5` and `2024-5` may be numbers.
    if (day === undefined && (mark === '/' || month.length < 2)) return written;
    return months.say(Number(day ?? 0), Number(month), year) ?? written;
  };
  const sayNumeric = (written: string, one: string, mark: string, other: string, year: string) => {
    // A form such as 1.59 may be a time or a score, and so may 10-2-98, with dashes and a two-digit year. In
    // languages where the day is not first, 2.6.12 is a version.
    if ((mark === '-' || (mark === '.' && locale.monthFirst)) && year.length < 4) return written;
    const isMonthFirst = (locale.monthFirst && Number(one) <= 12) || Number(other) > 12;
    const said = isMonthFirst
      ? months.say(Number(other), Number(one), year)
      : months.sayDayFirst(Number(one), Number(other), year);
    return said ?? written;
  };
  const sayGermanDays = (text: string) =>
    text
      .replace(GERMAN_DAYS, (_, day: string) => fill(locale.range, { from: day, to: '' }))
      .replace(GERMAN_DAY, (written: string, day: string, month: string, at: number) => {
        const name = Number(day) > 31 ? undefined : locale.months[Number(month) - 1];
        if (name === undefined) return written;
        const endsSentence = /^\s+\p{Lu}/u.test(text.slice(at + written.length, at + written.length + 3));
        return `${Number(day)}. ${name}${endsSentence ? '.' : ''}`;
      });
  return (text) => {
    if (!/\d/.test(text)) return text;
    if (!/\d[./-]{1,2}\s?[\d–-]/.test(text)) return months.read(text);
    const said = text.replace(ISO, sayIso).replace(NUMERIC, sayNumeric);
    return months.read(locale.code === 'de' ? sayGermanDays(said) : said);
  };
}

/** The months of one language, for dates. */
type Months = {
  /** A date in words; null if the day does not exist. Day 0 means the month alone. */
  say(day: number, month: number, year: string): string | null;
  /** A date in words, from digits with the day before the month. */
  sayDayFirst(day: number, month: number, year: string): string | null;
  /** Spells out dates with the name of a month: `25 July 2012`, `Jan. 15`. */
  read(text: string): string;
};

/** English words that are months only if capitalised. */
const ALSO_A_WORD = /^(?:may|march|mar|sep)$/;

/** The beginning of the next sentence. */
const BEGINNING = /\s+\p{Lu}/uy;

/** Prepares the names of the months of a language, and the order of its dates. */
export function createMonths(locale: SpokenWords): Months {
  const numbers = new Map(Object.entries(locale.monthSpellings));
  locale.months.forEach((month, index) => {
    numbers.set(month.toLowerCase(), index + 1);
  });
  const names = [...numbers.keys()];
  const anyName = new RegExp(`(?:${names.map((key) => key.slice(0, 3)).join('|')})`, 'i');
  const name = `(${alternatives(names)})(?![\\p{L}])(?:\\.(?!\\s*$))?`;
  const yearEnd = '(?![\\p{L}\\p{N}]|[.,:]\\d)';
  const dayFirst = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/-]|\\$)(the )?(\\d{1,2})(?:st|nd|rd|th|\\.|º|°|er)?(?: d[eio] | of | |-)${name}` +
      `(?:(?:,? | d[eo] | del )(\\d{4})${yearEnd})?`,
    'giu',
  );
  const monthFirst = new RegExp(
    `(?<![\\p{L}\\p{N}])${name}[ ` +
      `-](\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}%]|[.,:]\\d|[-–]\\d)(?:,? (\\d{4})${yearEnd})?`,
    'giu',
  );

  const monthYear = new RegExp(
    `(?<![\\p{L}\\p{N}])(${alternatives(Object.keys(locale.monthSpellings))})(?![\\p{L}])\\.?(?=,? ` +
      `\\d{4}${yearEnd})`,
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
      const said = text.replace(dayFirst, (written, the, day, month, year, at: number) => {
        const spoken = readDayFirst(written, the, day, month, year);
        BEGINNING.lastIndex = at + written.length;
        // If the stop also ends the sentence, it stays.
        const isEnd = spoken !== written && written.endsWith('.') && BEGINNING.test(text);
        return isEnd ? `${spoken}.` : spoken;
      });
      const named = locale.monthFirst ? said.replace(monthFirst, readMonthFirst) : said;
      return named.replace(monthYear, (form) =>
        /^\p{Lu}/u.test(form) || !ALSO_A_WORD.test(form) ? nameOf(form.replace('.', '')) : form,
      );
    },
  };
}

/** A four-digit number alone; here, other numbers have a thousands separator or are in a code. */
const YEAR =
  /(?<![\p{L}\p{N}.,:/$€£¥#+-]|[-−] )(1[1-9]|20)(\d\d)(?![\p{L}\p{N}%€$°/]|[.,:-]\d|-\p{L}|\s?[%€$°×*+=])/gu;

/** Spells out years and decades, in languages that say them differently from other numbers. */
export function createYearRule(locale: SpokenWords): Rule {
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
function sayCentury(locale: SpokenWords, century: number): string {
  const full = locale.year?.(century * 100) ?? '';
  return locale.code === 'en' ? full.replace(/hundred$/, '') : full;
}
