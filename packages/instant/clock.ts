import { ownValue } from '@sayso/text/own-value.ts';
import { dayOf, writeDay } from './dates.ts';
import {
  beforeEnd,
  fillIn,
  type InstantFinding,
  type InstantWords,
  type Phrasing,
  splitsAt,
  withoutStart,
} from './words.ts';
import zoneNames from './zone-names.json' with { type: 'json' };

/** A time of day in minutes since midnight. */
type Minutes = number;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;

/** The date and time of a zone at a moment. */
type ClockTime = {
  /** `14:05` */
  readonly time: string;
  /** The moment in milliseconds at which a clock in UTC shows the same date and time. */
  readonly localMs: number;
  /** `GMT+9` */
  readonly offset: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date and time of an IANA zone at a moment, in milliseconds since 1970. */
function clockIn(zone: string, momentMs: number): ClockTime {
  const format = formats.get(zone) ?? newFormat(zone);
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(momentMs).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((type) =>
    Number(parts.get(type as Intl.DateTimeFormatPartTypes)),
  );
  const localMs = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute);
  return {
    time: writeTime((hour ?? 0) * 60 + (minute ?? 0)),
    localMs,
    offset: parts.get('timeZoneName') ?? '',
  };
}

/** The moment at which the clocks of a zone show a time today; null if they skip it or show it twice. */
function momentOf(zone: string, minutes: Minutes, nowMs: number): number | null {
  const today = Math.floor(clockIn(zone, nowMs).localMs / DAY_MS) * DAY_MS;
  const wanted = today + minutes * MINUTE_MS;
  const guesses = [-1, 0, 1].map((days) => {
    const near = wanted + days * DAY_MS;
    return wanted - (clockIn(zone, near).localMs - near);
  });
  const moments = [...new Set(guesses)].filter((guess) => clockIn(zone, guess).localMs === wanted);
  return moments.length === 1 ? (moments[0] ?? null) : null;
}

/** `14:05` */
function writeTime(minutes: Minutes): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Reads "9am", "9:30 pm", "15:30", "9 Uhr", "9h30" or "9 heures"; null for anything else. */
function readTime(text: string): Minutes | null {
  const found = /^(\d{1,2})(?:[:.h](\d{2}))? ?(am|pm|a\.m\.|p\.m\.|uhr|h|heures|horas)?$/.exec(
    text.toLowerCase(),
  );
  if (found === null) return null;
  const [, hours = '', minutes, word] = found;
  if (minutes === undefined && word === undefined) return null;
  const hour = hourOf(Number(hours), word ?? '');
  const rest = Number(minutes ?? 0);
  if (hour === null || rest >= 60) return null;
  const total = hour * 60 + rest;
  return total < DAY_MINUTES ? total : null;
}

/** The hour of the day; null if `word` is "am" or "pm" and the hour is not on a clock of 12 hours. */
function hourOf(hour: number, word: string): number | null {
  if (!/^[ap]/.test(word)) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (word.startsWith('p') ? 12 : 0);
}

function newFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
}

/** A place with one time zone. */
type TimePlace = {
  /** The place name, with the question's capitals. */
  readonly name: string;
  /** An IANA name. */
  readonly zone: string;
};

/**
 * `places` has the places that are not among the names of the zones, or that have another name in one of the
 * languages. A country is included if it has only one zone. Names that several large cities share are left
 * out. `notCities` are names of zones that people use for other places, or that are not places.
 */
const { places, notCities } = zoneNames;

let zones: ReadonlyMap<string, string> | null = null;

/** The place with this name: an IANA name, or a well-known city; null if there is none. */
function findPlace(name: string): TimePlace | null {
  zones ??= namedZones();
  const zone = zones.get(plain(name)) ?? (name.includes('/') && isZone(name) ? name : undefined);
  return zone === undefined ? null : { name, zone };
}

/** The runtime also knows older names of zones, which it does not list. */
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function namedZones(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const [area, city, more] = zone.split('/');
    found.set(plain(zone), zone);
    const name = plain((city ?? '').replaceAll('_', ' '));
    if (area !== 'Etc' && more === undefined && name !== '' && !notCities.includes(name))
      found.set(name, zone);
  }
  for (const [zone, names] of Object.entries(places)) for (const name of names) found.set(plain(name), zone);
  return found;
}

/** Without capitals and accents. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

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
