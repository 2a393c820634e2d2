import { ownValue } from '@sayso/text/own-value.ts';
import { readNumber, writeNumber } from './numbers.ts';
import {
  fillIn,
  type InstantFinding,
  type InstantWords,
  type Phrasing,
  splitsAt,
  withoutStart,
} from './words.ts';

/** Days since 1 January 1970 in the Gregorian calendar. */
type Day = number;

const DAY_MS = 86_400_000;
/** Before this year, several countries had another calendar. */
const FIRST_YEAR = 1753;
const LAST_YEAR = 9999;

/** The day of a date; null if there is no such date, or if its year is before 1753 or after 9999. */
function toDay(year: number, month: number, dayOfMonth: number): Day | null {
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
function partsOf(day: Day): DateParts {
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
function shiftDay(day: Day, count: number, span: 'day' | 'week' | 'month' | 'year'): Day | null {
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

/** A date that was read, and whether it was "today". */
type ReadDate = { readonly day: Day; readonly isToday: boolean };

/** The year of a date without one: the year of the next such date, or of the last such date. */
type Direction = 'next' | 'last';

/**
 * Reads "today", a date with the name of the month, or a date in ISO 8601; in German also `3.12.2026`. For
 * digits with slashes (`04/12`), some people read the day first and others the month. The result is therefore
 * null, as for anything else.
 */
function readDate(
  text: string,
  {
    lexicon,
    today,
    direction,
  }: { readonly lexicon: InstantWords; readonly today: Day; readonly direction: Direction },
): ReadDate | null {
  const low = text.toLowerCase();
  if (lexicon.dates.today.includes(low)) return { day: today, isToday: true };
  const parts = isoParts(low) ?? (lexicon.code === 'de' ? dottedParts(low) : null) ?? wordParts(low, lexicon);
  if (parts === null) return null;
  const day =
    parts.year === null ? nearest(parts, today, direction) : toDay(parts.year, parts.month, parts.date);
  return day === null ? null : { day, isToday: false };
}

type PartialDate = { readonly year: number | null; readonly month: number; readonly date: number };

function isoParts(text: string): PartialDate | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return found === null ? null : { year: Number(found[1]), month: Number(found[2]), date: Number(found[3]) };
}

function dottedParts(text: string): PartialDate | null {
  const found = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text);
  return found === null ? null : { date: Number(found[1]), month: Number(found[2]), year: Number(found[3]) };
}

/** "3 march 1987", "the 3rd of march", "march 3, 1987", "3 de marzo de 1987" */
function wordParts(text: string, { code, months }: InstantWords): PartialDate | null {
  const words = text.replaceAll(',', ' ').split(' ');
  const kept = words.filter(
    (word) => !['', 'the', 'of', 'de', 'del', 'le', 'el', 'il', 'dem', 'der'].includes(word),
  );
  const [one = '', two = '', three = '', more] = kept;
  if (more !== undefined) return null;
  const [named, dated] = code === 'en' && /^\p{L}/u.test(one) ? [one, two] : [two, one];
  const month = months.findIndex((names) => names.includes(named.replace(/\.$/, ''))) + 1;
  const date = /^(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?$/.exec(dated);
  if (month === 0 || date === null || (three !== '' && !/^\d{4}$/.test(three))) return null;
  return { date: Number(date[1]), month, year: three === '' ? null : Number(three) };
}

/** The closest year in that direction in which the date exists; 29 February is at most eight years away. */
function nearest({ month, date }: PartialDate, today: Day, direction: Direction): Day | null {
  const { year } = partsOf(today);
  const step = direction === 'next' ? 1 : -1;
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = toDay(year + step * ahead, month, date);
    if (day !== null && (direction === 'next' ? day >= today : day <= today)) return day;
  }
  return null;
}

/** A date more than this many days, weeks, months or years away is not calculated. */
const MAX_COUNT = 1_000_000n;

/** Answers a question that consists only of a calculation with dates; null for every other question. */
export function findDate(asked: Phrasing, lexicon: InstantWords, nowMs: number): InstantFinding | null {
  const context = { lexicon, today: dayOf(nowMs) };
  return (
    answerToday(asked, context) ??
    countDaysFromToday(asked.whole, context) ??
    countDaysBetween(asked.whole, context) ??
    findWeekday(asked.whole, context) ??
    addSpan(asked.core, context)
  );
}

/** What a calculation with dates depends on besides its words. */
type DateScene = { readonly lexicon: InstantWords; readonly today: Day };

/** "What day is it today" */
function answerToday({ whole }: Phrasing, context: DateScene): InstantFinding | null {
  const { lexicon, today } = context;
  if (!lexicon.dates.whichToday.includes(whole.toLowerCase())) return null;
  const date = writeWithWeekday(today, context);
  return { text: fillIn(lexicon.writing.says.today, { date }), value: `today ${today}` };
}

/** "How many days until Christmas" */
function countDaysFromToday(whole: string, context: DateScene): InstantFinding | null {
  const { dates } = context.lexicon;
  for (const direction of ['next', 'last'] as const) {
    const rest = withoutStart(whole, direction === 'next' ? dates.until : dates.since);
    const date = rest === null ? null : read(rest, context, direction);
    if (date === null || date.isToday) continue;
    const today = { day: context.today, isToday: true };
    const days = direction === 'next' ? { from: today, to: date } : { from: date, to: today };
    // A question about the days until a past day, or since a future day, must mean something else.
    if (days.to.day >= days.from.day) return daysFinding(days, context);
  }
  return null;
}

/** "How many days between 1 May 2024 and 3 June 2024" */
function countDaysBetween(whole: string, context: DateScene): InstantFinding | null {
  const { dates } = context.lexicon;
  const rest = withoutStart(whole, dates.between);
  if (rest === null) return null;
  for (const [one, other] of splitsAt(rest, dates.and)) {
    const first = read(one, context, null);
    const second = read(other, context, null);
    if (first === null || second === null) continue;
    const inOrder = first.day <= second.day ? { from: first, to: second } : { from: second, to: first };
    return daysFinding(inOrder, context);
  }
  return null;
}

function daysFinding(
  { from, to }: { readonly from: ReadDate; readonly to: ReadDate },
  context: DateScene,
): InstantFinding {
  const count = to.day - from.day;
  const days =
    writeNumber({ numerator: BigInt(count), denominator: 1n }, context.lexicon.writing)?.text ??
    String(count);
  const text = fillIn(context.lexicon.writing.says.daysBetween, {
    from: writeWithZone(from, context),
    to: writeWithZone(to, context),
    days,
  });
  return { text, value: `${count} days` };
}

/** "What day of the week was 1 May 2024" */
function findWeekday(whole: string, context: DateScene): InstantFinding | null {
  const { lexicon, today } = context;
  const rest = withoutStart(whole, lexicon.dates.weekday);
  if (rest === null) return null;
  const isPast = PAST.test(whole);
  const date = readDate(rest, { lexicon, today, direction: isPast ? 'last' : 'next' });
  if (date === null || date.isToday) return null;
  const values = {
    date: writeWithZone(date, context),
    weekday: writeDay(date.day, lexicon.writing.code, 'weekday'),
  };
  return { text: fillIn(lexicon.writing.says.weekday, values), value: `weekday ${date.day}` };
}

/** Words of the questions that ask for a past day, in all languages. */
const PAST = / (?:was|war|était|fue|foi|era) /i;

/** "90 days after 1 May 2024" */
function addSpan(core: string, context: DateScene): InstantFinding | null {
  const { after, before } = context.lexicon.dates;
  if (!/[0-9]/.test(core)) return null;
  for (const [words, sign] of [
    [after, 1],
    [before, -1],
  ] as const)
    for (const way of words)
      for (const [span, from] of splitsAt(core, [way])) {
        const finding = shiftDate({ span, way, from, sign }, context);
        if (finding !== null) return finding;
      }
  return null;
}

/** "90 days", the word "after" or "before", and the date behind it; `sign` is -1 for "before". */
type ShiftedDate = Record<'span' | 'way' | 'from', string> & { readonly sign: 1 | -1 };

function shiftDate({ span, way, from, sign }: ShiftedDate, context: DateScene): InstantFinding | null {
  const { lexicon } = context;
  // Without its year, the date would have to be guessed.
  const date = read(from, context, null);
  const [number = '', name = '', ...more] = span.split(' ');
  const unit = ownValue(lexicon.dates.spans, name.toLowerCase());
  const count = readNumber(number, lexicon)?.value;
  if (date === null || unit === undefined || more.length > 0) return null;
  if (count === undefined || count.denominator !== 1n || count.numerator > MAX_COUNT) return null;
  const to = shiftDay(date.day, sign * Number(count.numerator), unit);
  if (to === null) return null;
  const values = { span, way, from: writeWithZone(date, context), to: writeWithWeekday(to, context) };
  return { text: fillIn(lexicon.writing.says.shifted, values), value: `day ${to}` };
}

/** Reads a date; without a `direction`, its year has to be given. */
function read(text: string, { lexicon, today }: DateScene, direction: Direction | null): ReadDate | null {
  const date = readDate(text, { lexicon, today, direction: direction ?? 'next' });
  if (date === null || (direction === null && !date.isToday && !/\d{4}/.test(text))) return null;
  return date;
}

/** "Today" depends on the person's time zone, so the answer states which day was used. */
function writeWithZone({ day, isToday }: ReadDate, { lexicon }: DateScene): string {
  return writeDay(day, lexicon.writing.code, 'date') + (isToday ? ' (UTC)' : '');
}

function writeWithWeekday(day: Day, { lexicon }: DateScene): string {
  const { code } = lexicon.writing;
  const comma = code === 'fr' || code === 'it' ? '' : ',';
  return `${writeDay(day, code, 'weekday')}${comma} ${writeDay(day, code, 'date')}`;
}
