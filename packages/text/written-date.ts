/** The number of each month, 1 to 12, by its names in a language (BCP 47), from CLDR. */
export function monthNames(language: string): ReadonlyMap<string, number> {
  const names = (['long', 'short'] as const).flatMap((month) => {
    // If they are formatted together with a day, Slavic names have the case ending that dates use.
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, at): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2024, at, 1));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      return [name.toLowerCase().replace(/\.$/, ''), at + 1];
    });
  });
  return new Map(names);
}

/** ISO 8601, also with a space, and an offset without a colon or with seconds, as Python writes it. */
const ISO_DATE = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)` +
    String.raw`(?:(Z)|([+-]\d{2}):?(\d{2})(?::?\d{2})?)?)?$`,
);
/** Dates as people write them; only those with one meaning, so 1/2/2024 is not read. */
const DATE_PATTERNS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|[.º])? (?:de |of )?(?<month>\p{L}{3,12})\.?,? ` +
      String.raw`(?:de )?(?<year>\d{4})(?!\d)`,
    'u',
  ),
  /(?<!\p{L})(?<month>\p{L}{3,12})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?!\d)/u,
  /(?<!\d)(?<year>\d{4}) ?[年년] ?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2})/u,
  /(?<![\d.])(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})(?!\d)/,
  /(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/,
];
const DATE_IN_PATH = /[/_-](?<year>\d{4})[/_-]?(?<month>\d{2}|\p{L}{3})[/_-]?(?<day>\d{2})(?![\d])/u;
const HAS_WORD = /\p{L}{3}/u;
const BEGINS_WITH_YEAR = /^\p{L}* ?\d{4}-/u;
const MONTH_LANGUAGES = 'en de fr es it pt nl pl sv da nb fi cs ru uk tr el hu ro'.split(' ');

/** Metadata may have the date of a printed work, so older years are accepted than in the text. */
export const FIRST_YEAR = { stated: 1800, seen: 1990 } as const;
/** The date that programs write if none was set. */
const EPOCH = '1970-01-01';
const DAY_MS = 86_400_000;
/** A longer text contains more than a date. */
export const MAX_DATE_CHARS = 120;

/** A date, or date and time, in ISO 8601's extended format, or null. The day need not exist. */
export function readIsoDate(text: string): string | null {
  const [, day, time, zulu = '', hours, minutes] = ISO_DATE.exec(text) ?? [];
  if (day === undefined) return null;
  if (time === undefined) return day;
  return `${day}T${time}${hours === undefined ? zulu : `${hours}:${minutes}`}`;
}

/** The date of publication in ISO 8601; null if it is no date, or not plausible (`isPlausible`). */
export function readStatedDate(text: string, now: Date): string | null {
  const date = text.slice(0, MAX_DATE_CHARS).trim().replaceAll('/', '-');
  const iso = readIsoDate(date);
  if (iso !== null) return isPlausible(iso, FIRST_YEAR.stated, now) ? iso : null;
  // Without a word, 1-2-2024 has two meanings; after `May 2024-`, only a range or a broken date can follow.
  return HAS_WORD.test(date) && !BEGINS_WITH_YEAR.test(date) ? findDate(date, FIRST_YEAR.stated, now) : null;
}

/** The first date in a line of text, as an ISO 8601 day, in `firstYear` or later; null if there is none. */
export function findDate(line: string, firstYear: number, now: Date): string | null {
  for (const pattern of DATE_PATTERNS) {
    const found = pattern.exec(line);
    const date = found === null ? null : toIsoDay(found, firstYear, now);
    if (date !== null) return date;
  }
  return null;
}

/**
 * The ISO 8601 day that a pattern found; null if it is not plausible (`isPlausible`). The month is a number
 * or a name in one of `MONTH_LANGUAGES`.
 */
function toIsoDay({ groups = {} }: RegExpExecArray, firstYear: number, now: Date): string | null {
  const { year = '', month = '', day = '' } = groups;
  const number = /^\d+$/.test(month) ? Number(month) : monthNumber(month.toLowerCase());
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isPlausible(date, firstYear, now) ? date : null;
}

/**
 * True for a day of the calendar in `firstYear` or later, at most a day after `now`: elsewhere, it may be
 * tomorrow already. False for 1970-01-01. The day may be followed by a time.
 */
export function isPlausible(date: string, firstYear: number, now: Date): boolean {
  const day = date.slice(0, 10);
  const atMs = Date.parse(day);
  // The 31st of a shorter month would be read as a day of the next month.
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, 10) !== day) return false;
  return Number(day.slice(0, 4)) >= firstYear && day !== EPOCH && atMs <= now.getTime() + DAY_MS;
}

const knownMonths = new Map<string, number>();
const unreadLanguages = [...MONTH_LANGUAGES];

/**
 * The number of a month by its name or short name in lower case; 0 for any other word. The names of a
 * language are loaded when none of the languages before it has the word; loading all of them takes 20 ms.
 */
function monthNumber(name: string): number {
  while (!knownMonths.has(name)) {
    const language = unreadLanguages.shift();
    if (language === undefined) return 0;
    for (const [each, number] of monthNames(language)) knownMonths.set(each, number);
  }
  return knownMonths.get(name) ?? 0;
}

/** The date in the path of an address, such as `/2024/05/31/`, as an ISO 8601 day; null if there is none. */
export function dateInUrl(url: string, now = new Date()): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const found = DATE_IN_PATH.exec(path);
  return found === null ? null : toIsoDay(found, FIRST_YEAR.seen, now);
}
