import { ownValue } from '@sayso/text/own-value.ts';
import { dayOf, writeDay } from './calendar.ts';
import { clockIn, type Minutes, momentOf, readTime, writeTime } from './clock-time.ts';
import { fillIn } from './fill-in.ts';
import type { InstantFinding } from './finding.ts';
import type { InstantWords } from './language-words.ts';
import { beforeEnd, type Phrasing, splitsAt, withoutStart } from './phrasing.ts';
import { findPlace, type TimePlace } from './zones.ts';

/**
 * Answers a question that only asks for the time of day in a place; null for all other questions.
 */
export function findClock(asked: Phrasing, lexicon: InstantWords, nowMs: number): InstantFinding | null {
  return findTimeNow(asked.whole, lexicon, nowMs) ?? convertTime(asked.whole, lexicon, nowMs);
}

/** "What time is it in Tokyo" */
function findTimeNow(
  whole: string,
  { clock, writing: { says, code } }: InstantWords,
  nowMs: number,
): InstantFinding | null {
  if (clock.now.includes(whole.toLowerCase())) {
    const text = fillIn(says.nowUtc, { time: clockIn('UTC', nowMs).time });
    return { text, value: 'now UTC' };
  }
  const rest = withoutStart(beforeEnd(whole, clock.ends) ?? whole, clock.nowIn);
  const place = rest === null ? null : findPlace(withoutStart(rest, ['the']) ?? rest);
  if (place === null) return null;
  const clockThere = clockIn(place.zone, nowMs);
  const date = dateIn(clockThere.localMs, code);
  const values = {
    place: nameOf(place),
    time: clockThere.time,
    date,
    zone: `${place.zone}, ${clockThere.offset}`,
  };
  return { text: fillIn(says.now, values), value: `now ${place.zone}` };
}

/** "9am Berlin in New York", "what time is 9am in Berlin in New York" */
function convertTime(whole: string, lexicon: InstantWords, nowMs: number): InstantFinding | null {
  const found = new Map<string, InstantFinding>();
  for (const { given, wanted } of pairsIn(whole, lexicon)) {
    const other = findPlace(wanted);
    const time = other === null ? null : readTimeAndPlace(given, lexicon);
    const finding = other === null || time === null ? null : convert(time, other, { lexicon, nowMs });
    if (finding !== null) found.set(finding.value, finding);
  }
  const [only] = found.values();
  return found.size === 1 && only !== undefined ? only : null;
}

/** The number of words in the longest name of a place, plus one. */
const MAX_PLACE_WORDS = 6;

/** What a question may consist of: the time in one place, and another place. */
type ClockPair = { readonly given: string; readonly wanted: string };

function pairsIn(whole: string, { asks, clock }: InstantWords): readonly ClockPair[] {
  const core = withoutStart(whole, ['what time is']) ?? withoutStart(whole, asks) ?? whole;
  const pairs = splitsAt(core, clock.into).map(([given, wanted]) => ({ given, wanted }));
  // "What time is it in New York when it is 9am in Berlin?"
  const later = withoutStart(whole, clock.nowIn);
  if (later !== null)
    pairs.push(
      ...splitsAt(later, clock.when).map(([wanted, given]) => ({ given, wanted: wanted.replace(/,$/, '') })),
    );
  const first = withoutStart(whole, clock.given);
  if (first === null) return pairs;
  const split = splitsAt(first.replaceAll(',', ' ,'), [',']).flatMap(([given, rest]) => {
    const wanted = withoutStart(rest, clock.nowIn);
    return wanted === null ? [] : [{ given, wanted }];
  });
  return [...pairs, ...split];
}

/** A time of day at a place. */
type TimeAtPlace = { readonly minutes: Minutes; readonly place: TimePlace };

function convert(
  { minutes, place }: TimeAtPlace,
  other: TimePlace,
  { lexicon, nowMs }: { readonly lexicon: InstantWords; readonly nowMs: number },
): InstantFinding | null {
  const { says, code } = lexicon.writing;
  const moment = momentOf(place.zone, minutes, nowMs);
  if (moment === null) return null;
  const here = clockIn(place.zone, moment);
  const there = clockIn(other.zone, moment);
  const zones = `${place.zone}, ${here.offset}; ${other.zone}, ${there.offset}`;
  const values = { from: writeTime(minutes), place: nameOf(place), to: there.time, other: nameOf(other) };
  const text = fillIn(says.clockIs, { ...values, date: dateIn(there.localMs, code), zones });
  return { text, value: `${moment} ${other.zone}` };
}

/** "9am Berlin", "9:00 in Berlin", "9am Berlin time" */
function readTimeAndPlace(text: string, { clock }: InstantWords): TimeAtPlace | null {
  const words = text.replace(/ time$/i, '').split(' ');
  const timeOf = (written: string) => readTime(ownValue(clock.named, written.toLowerCase()) ?? written);
  for (let count = 1; count < Math.min(MAX_PLACE_WORDS, words.length); count++) {
    const before = words.slice(0, count).join(' ');
    const after = words.slice(count).join(' ');
    const minutes = timeOf(before);
    const place =
      minutes === null ? null : (findPlace(after) ?? findPlace(withoutStart(after, clock.at) ?? ''));
    if (minutes !== null && place !== null) return { minutes, place };
    // "wenn es in Berlin 9 Uhr ist"
    const placeBefore = findPlace(before);
    const minutesAfter = timeOf(withoutStart(after, clock.itIs) ?? after);
    if (placeBefore !== null && minutesAfter !== null) return { minutes: minutesAfter, place: placeBefore };
  }
  return null;
}

function dateIn(localMs: number, language: string): string {
  return writeDay(dayOf(localMs), language, 'date');
}

/** The words of the name begin with a capital, except the small ones ("Rio de Janeiro"). */
function nameOf({ name, zone }: TimePlace): string {
  if (zone === 'UTC') return 'UTC';
  return name.includes('/')
    ? zone
    : name.replace(
        /(^|[ -])(?!(?:de|del|do|es|of) )(\p{L})/gu,
        (_, before, first) => before + first.toUpperCase(),
      );
}
