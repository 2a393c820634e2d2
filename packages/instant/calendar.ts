/** Days since 1 January 1970 in the Gregorian calendar. */
export type Day = number;

const DAY_MS = 86_400_000;
/** Before this year, several countries had another calendar. */
const FIRST_YEAR = 1753;
const LAST_YEAR = 9999;

/** The day of a date; null if there is no such date, or if its year is before 1753 or after 9999. */
export function toDay(year: number, month: number, dayOfMonth: number): Day | null {
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const found = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isReal = found.getUTCMonth() === month - 1 && found.getUTCDate() === dayOfMonth;
  return isReal ? found.getTime() / DAY_MS : null;
}

/** The day of a moment in milliseconds since 1970, in UTC. */
export function dayOf(momentMs: number): Day {
  return Math.floor(momentMs / DAY_MS);
}

type DateParts = { readonly year: number; readonly month: number; readonly dayOfMonth: number };

/** The year, month (from 1) and day of the month. */
export function partsOf(day: Day): DateParts {
  const found = new Date(day * DAY_MS);
  return {
    year: found.getUTCFullYear(),
    month: found.getUTCMonth() + 1,
    dayOfMonth: found.getUTCDate(),
  };
}

/**
 * The date after a number of days, weeks, months or years; null if there is no such date (30 February), or if
 * its year is before 1753 or after 9999.
 */
export function shiftDay(day: Day, count: number, span: 'day' | 'week' | 'month' | 'year'): Day | null {
  const { year, month, dayOfMonth } = partsOf(day);
  if (span === 'day' || span === 'week') {
    const moved = partsOf(day + count * (span === 'week' ? 7 : 1));
    return toDay(moved.year, moved.month, moved.dayOfMonth);
  }
  const months = year * 12 + month - 1 + count * (span === 'year' ? 12 : 1);
  return toDay(Math.floor(months / 12), (months % 12) + 1, dayOfMonth);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day in the words of a language: `24 December 2026`, or the name of the weekday (`Thursday`). */
export function writeDay(day: Day, language: string, form: 'date' | 'weekday'): string {
  // The order of day and month in English is the one that most countries use.
  const locale = language === 'en' ? 'en-GB' : language;
  const key = `${locale} ${form}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      ...(form === 'date' ? { dateStyle: 'long' as const } : { weekday: 'long' as const }),
      timeZone: 'UTC',
    });
  formats.set(key, format);
  const written = format.format(day * DAY_MS);
  // The runtime does not support ordinals in dates.
  return language === 'fr' && form === 'date' ? written.replace(/^1 /, '1er ') : written;
}
