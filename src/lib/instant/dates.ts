import { own } from '../text/own.ts';
import { type Day, dayOf, shiftDay, writeDay } from './calendar.ts';
import { fillIn } from './fill-in.ts';
import type { InstantFinding } from './finding.ts';
import type { InstantWords } from './language-words.ts';
import { type Phrasing, splitsAt, withoutStart } from './phrasing.ts';
import { type Direction, type ReadDate, readDate } from './read-date.ts';
import { readNumber } from './read-number.ts';
import { writeNumber } from './write-number.ts';

/** A date this many days, weeks, months or years away is not calculated. */
const MAX_COUNT = 1_000_000n;

/** Answers a question that consists only of a calculation with dates; null for every other question. */
export function findDate(asked: Phrasing, tongue: InstantWords, nowMs: number): InstantFinding | null {
  const scene = { tongue, today: dayOf(nowMs) };
  return (
    isItToday(asked, scene) ??
    distance(asked.whole, scene) ??
    between(asked.whole, scene) ??
    weekday(asked.whole, scene) ??
    shifted(asked.core, scene)
  );
}

type DateScene = { readonly tongue: InstantWords; readonly today: Day };

function isItToday(
  { whole }: Phrasing,
  { tongue: { dates, writing }, today }: DateScene,
): InstantFinding | null {
  if (!dates.whichToday.includes(whole.toLowerCase())) return null;
  const date = `${writeDay(today, writing.code, 'weekday')}, ${writeDay(today, writing.code, 'date')}`;
  return { text: fillIn(writing.says.today, { date }), value: `today ${today}` };
}

function distance(whole: string, scene: DateScene): InstantFinding | null {
  const { dates } = scene.tongue;
  for (const direction of ['next', 'last'] as const) {
    const rest = withoutStart(whole, direction === 'next' ? dates.until : dates.since);
    const date = rest === null ? null : read(rest, scene, direction);
    if (date === null || date.isToday) continue;
    const today = { day: scene.today, isToday: true };
    const [from, to] = direction === 'next' ? [today, date] : [date, today];
    // A question about the days until a past day, or since a future day, must mean something else.
    if (to.day < from.day) continue;
    return daysFinding({ from, to }, scene);
  }
  return null;
}

function between(whole: string, scene: DateScene): InstantFinding | null {
  const { dates } = scene.tongue;
  const rest = withoutStart(whole, dates.between);
  if (rest === null) return null;
  for (const [one, other] of splitsAt(rest, dates.and)) {
    const [from, to] = [read(one, scene, null), read(other, scene, null)];
    if (from === null || to === null) continue;
    const inOrder = from.day <= to.day ? { from, to } : { from: to, to: from };
    return daysFinding(inOrder, scene);
  }
  return null;
}

function daysFinding(
  { from, to }: { readonly from: ReadDate; readonly to: ReadDate },
  scene: DateScene,
): InstantFinding {
  const count = to.day - from.day;
  const days = writeNumber({ above: BigInt(count), below: 1n }, scene.tongue.writing)?.text ?? String(count);
  const said = fillIn(scene.tongue.writing.says.daysBetween, {
    from: writeWithZone(from, scene),
    to: writeWithZone(to, scene),
    days,
  });
  return { text: said, value: `${count} days` };
}

function weekday(whole: string, scene: DateScene): InstantFinding | null {
  const { tongue, today } = scene;
  const rest = withoutStart(whole, tongue.dates.weekday);
  if (rest === null) return null;
  const isPast = PAST.test(whole);
  const date = readDate(rest, { tongue, today, direction: isPast ? 'last' : 'next' });
  if (date === null || date.isToday) return null;
  const values = {
    date: writeWithZone(date, scene),
    weekday: writeDay(date.day, tongue.writing.code, 'weekday'),
  };
  return { text: fillIn(tongue.writing.says.weekday, values), value: `weekday ${date.day}` };
}

/** Words of the questions that ask for a past day, in all languages. */
const PAST = / (?:was|war|était|fue|foi|era) /i;

/** "90 days after 1 May 2024" */
function shifted(core: string, scene: DateScene): InstantFinding | null {
  const { tongue, today } = scene;
  const { after, before, spans } = tongue.dates;
  if (!/[0-9]/.test(core)) return null;
  for (const [words, sign] of [
    [after, 1],
    [before, -1],
  ] as const)
    for (const word of words)
      for (const [amount, rest] of splitsAt(core, [word])) {
        const date = readDate(rest, { tongue, today, direction: 'next' });
        const [number = '', name = '', ...more] = amount.split(' ');
        const span = own(spans, name.toLowerCase());
        const count = readNumber(number, tongue)?.value;
        if (date === null || span === undefined || more.length > 0) continue;
        // Without its year, the date would have to be guessed.
        if (!date.isToday && !/\d{4}/.test(rest)) continue;
        if (count === undefined || count.below !== 1n || count.above > MAX_COUNT) continue;
        const to = shiftDay(date.day, sign * Number(count.above), span);
        if (to === null) continue;
        const values = { span: amount, way: word, from: writeWithZone(date, scene), to: shown(to, scene) };
        return { text: fillIn(tongue.writing.says.shifted, values), value: `day ${to}` };
      }
  return null;
}

/** Without a `direction`, the date is one of two, and its year has to be given. */
function read(text: string, { tongue, today }: DateScene, direction: Direction | null): ReadDate | null {
  const date = readDate(text, { tongue, today, direction: direction ?? 'next' });
  if (date === null || (direction === null && !date.isToday && !/\d{4}/.test(text))) return null;
  return date;
}

/** "Today" depends on the person's time zone, so the answer states which day was used. */
function writeWithZone({ day, isToday }: ReadDate, { tongue }: DateScene): string {
  return writeDay(day, tongue.writing.code, 'date') + (isToday ? ' (UTC)' : '');
}

function shown(
  day: Day,
  {
    tongue: {
      writing: { code },
    },
  }: DateScene,
): string {
  return `${writeDay(day, code, 'weekday')}, ${writeDay(day, code, 'date')}`;
}
