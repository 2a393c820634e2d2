import { ownValue } from '@sayso/text/own-value.ts';
import { type Day, dayOf, shiftDay, writeDay } from './calendar.ts';
import { fillIn } from './fill-in.ts';
import type { InstantFinding } from './finding.ts';
import type { InstantWords } from './language-words.ts';
import { type Phrasing, splitsAt, withoutStart } from './phrasing.ts';
import { type Direction, type ReadDate, readDate } from './read-date.ts';
import { readNumber } from './read-number.ts';
import { writeNumber } from './write-number.ts';

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
