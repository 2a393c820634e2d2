import { alternatives, fill, nameFor, type Rule, type SpokenWords } from './languages.ts';

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

/** A duration: `1:02:03`. */
const CLOCK = /(?<![\p{L}\p{N}.,:])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\p{L}\p{N}]|[.,:]\d)/gu;
/** A.m. and p.m. in every notation, with the time zone that may follow directly. */
const HALF_DAY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.:]|\d,)(\d{1,2})(?:([:.])([0-5]\d))?\s?([apAP])(?:[mM]` +
    String.raw`(?![\p{L}\p{N}])|\.\s?[mM](?:\.(?!\s+\p{Lu}|\s*$)|(?=\.)))(?=(\p{L})?)`,
  'gu',
);
/** Hours and minutes: `14:30`, `9h30`, `10:00 Uhr`. */
const HOURS = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:/-])([01]?\d|2[0-4])(:| ?h ?)([0-5]\d)(?:\s?(?:Uhr|h|hs|hrs` +
    String.raw`|horas|heures|ore)(?!\p{L}))?(?![\p{L}\p{N}]|[.,:/]\d| ?min(?!\p{L}))`,
  'gu',
);

/** A stop between hours and minutes; a word must show that it is a time. */
const STOP_HOURS = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:[Dd]?[Aa]lle|[Oo]re) )([01]?\d|2[0-4])\.([0-5]\d)(?![\p{L}\p{N}]` +
    String.raw`|[.,]\d)|(?<![\p{L}\p{N}.,:/-])([01]?\d` +
    String.raw`|2[0-4])\.([0-5]\d)(?=(?: bis \d{1,2}(?:[.:]\d\d)?)?\s?Uhr(?!\p{L}))`,
  'gu',
);
/** `2:1`, a score or ratio; after the name of a book or a word for "verse", it is a verse. */
const RATIO = /(?<![\p{L}\p{N}.,:/-])(\d{1,3}):(\d)(?![\p{L}\p{N}]|[.,:/]\d)/gu;
const AFTER_NAME = /\p{Lu}\p{L}*\.? $/u;
const VERSE = new RegExp(
  String.raw`(?<!\p{L})(?:verses?|vers|chapter|line|versículo|capítulo|capitolo|versetto|verset` +
    String.raw`|chapitre|[12]\. Mose|Johannes|Lukas|Matthäus|Markus|Römer|Joh|Lk|Mt|Mk|Röm|Gen|Ex` +
    '|Ps|Psalm|Offb) $',
  'iu',
);

/** Spells out times: `5pm` as `5 PM`, `14:30` where voices need words, `1:02:03` as a duration. */
export function createTimeRule(locale: SpokenWords): Rule {
  const { clock, time } = locale;
  const part = (number: string, name: string) => {
    const plain = String(Number(number));
    return `${plain} ${nameFor(plain, name, locale)}`;
  };
  const sayClock = (_: string, h: string, m: string, s: string) =>
    `${part(h, clock.hour)} ${part(m, clock.minute)} ${clock.and} ${part(s, clock.second)}`;
  const sayHalfDay = (_: string, h: string, _mark?: string, m = '00', half = '', letter?: string) => {
    const minutes = m === '00' ? '' : `:${m}`;
    const space = letter === undefined ? '' : ' ';
    return `${Number(h)}${minutes} ${halfOfDay(Number(h), /a/i.test(half), time)}${space}`;
  };
  const sayHours = (written: string, h: string, mark: string, m: string) => {
    if (locale.code === 'en') return mark === ':' ? sayEnglish(written, Number(h), m) : written;
    const values = {
      h: String(Number(h)),
      m: String(Number(m)),
      hours: nameFor(String(Number(h)), clock.hour, locale),
    };
    if (m === '00') return fill(time.hour, values);
    if (time.full !== '') return fill(time.full, values);
    return mark === ':' ? written : `${h}:${m}`;
  };
  // In German, a score may follow the names of the teams.
  const isVerse = (before: string) => VERSE.test(before) || (locale.code !== 'de' && AFTER_NAME.test(before));
  const sayRatio = (written: string, one: string, other: string, at: number, text: string) =>
    isVerse(text.slice(Math.max(0, at - 12), at)) ? written : fill(locale.score, { from: one, to: other });
  return (text) => {
    let said = text;
    if (time.am !== '' && /\d\s?[ap]\.?\s?m/i.test(said)) said = said.replace(HALF_DAY, sayHalfDay);
    if (/Uhr|lle |re /.test(said) && (locale.code === 'de' || locale.code === 'it'))
      said = said.replace(
        STOP_HOURS,
        (_, h?: string, m?: string, hour?: string, minute?: string) => `${h ?? hour}:${m ?? minute}`,
      );
    if (!/\d(?::| ?h ?)\d/.test(said)) return said;
    return said.replace(CLOCK, sayClock).replace(HOURS, sayHours).replace(RATIO, sayRatio);
  };
}

/** `3:05` as `3 oh 5`, the full hour as `12 o'clock` or, after noon, as `13 hundred`. */
function sayEnglish(written: string, hour: number, minutes: string): string {
  if (minutes === '00' && hour > 0) return hour > 12 ? `${hour} hundred` : `${hour} o'clock`;
  return minutes.startsWith('0') && hour > 0 ? `${hour} oh ${Number(minutes)}` : written;
}

/** The words for the part of the day of an hour on a clock of 12 hours. */
function halfOfDay(hour: number, isMorning: boolean, { am, pm, night }: SpokenWords['time']): string {
  const isNight = isMorning ? hour === 12 : hour >= 8 && hour < 12;
  if (isNight && night !== undefined) return night;
  return isMorning ? am : pm;
}
