/** A time of day in minutes since midnight. */
export type Minutes = number;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;

/** The date and time of a zone at a moment. */
export type ClockTime = {
  /** `14:05` */
  readonly time: string;
  /** The moment in milliseconds at which a clock in UTC shows the same date and time. */
  readonly localMs: number;
  /** `GMT+9` */
  readonly offset: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date and time of an IANA zone at a moment, in milliseconds since 1970. */
export function clockIn(zone: string, momentMs: number): ClockTime {
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
export function momentOf(zone: string, minutes: Minutes, nowMs: number): number | null {
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
export function writeTime(minutes: Minutes): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Reads "9am", "9:30 pm", "15:30", "9 Uhr", "9h30" or "9 heures"; null for anything else. */
export function readTime(text: string): Minutes | null {
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
