import { monthNames } from '../core/month-names.ts';
import { collapse } from '../core/text.ts';
import { eachElement, type HtmlElement, isElement } from './html-element.ts';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Dates as people write them; only those with one meaning, so 1/2/2024 is not read. */
const WRITTEN: readonly (readonly [RegExp, readonly ('day' | 'month' | 'year')[]])[] = [
  [
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|[.º])? (?:de |of )?(\p{L}{3,12})\.?,? (?:de )?(\d{4})(?!\d)/u,
    ['day', 'month', 'year'],
  ],
  [/(?<!\p{L})(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/u, ['month', 'day', 'year']],
  [/(?<!\d)(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2})/u, ['year', 'month', 'day']],
  [/(?<![\d.])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)/, ['day', 'month', 'year']],
  [/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/, ['year', 'month', 'day']],
];
const IN_PATH = /[/_-](\d{4})[/_-]?(\d{2}|\p{L}{3})[/_-]?(\d{2})(?![\d])/u;
const MONTH_LANGUAGES = 'en de fr es it pt nl pl sv da nb fi cs ru uk tr el hu ro'.split(' ');

/**
 * Metadata may give the date of a printed work, so older years are accepted there than in the visible text.
 */
const FIRST_YEAR = { stated: 1800, seen: 1990 } as const;
/** The date that programs write if none was set. */
const EPOCH = '1970-01-01';
const DAY_MS = 86_400_000;

/** A longer text contains more than a date. */
const MAX_LINE_CHARS = 120;
/** A line with more characters and elements than this, white space included, is not read to its end. */
const MAX_LINE_WORK = 2_000;
/** A date this far below the headline belongs to something else. */
const MAX_ELEMENTS_BELOW = 60;
const DATE_NAME =
  /(?:^|[\s_-])(?:date|dateline|datetime|published|pubdate|posted|timestamp|byline|time)(?:$|[\s_-])/i;
const SAYS_PUBLISHED =
  /^(?:first )?(?:published|posted|veröffentlicht|publié|publicado|pubblicato|gepubliceerd|opublikowano)/i;

/**
 * The date of publication in the metadata, in ISO 8601, with its time if it has one; null if the text is not
 * a date, or the date is later than `now` or absurd.
 */
export function dateStated(text: string, now: Date): string | null {
  const date = text.slice(0, MAX_LINE_CHARS).trim().replaceAll('/', '-');
  if (ISO_DATE.test(date)) return isPlausible(date, FIRST_YEAR.stated, now) ? date.replace(' ', 'T') : null;
  return /\p{L}{3}/u.test(date) && !/^\p{L}* ?\d{4}-/u.test(date)
    ? writtenDate(date, FIRST_YEAR.stated, now)
    : null;
}

/**
 * The date of publication that a page shows: in an element that is marked as such a date, or below the
 * headline. There it must be in a `time` element, or in a short line whose name or first words mark it as a
 * date of publication. Null if there is none.
 */
export function dateSeen(page: HtmlElement, now: Date): string | null {
  let marked: string | null = null;
  let below: string | null = null;
  let left = 0;
  eachElement(page, (element) => {
    const { tag, attributes } = element;
    if (tag === 'h1') left = MAX_ELEMENTS_BELOW;
    const isMarked = attributes.itemprop === 'datePublished' || attributes.pubdate !== undefined;
    if (isMarked) marked ??= dateOf(element, now);
    else if (left-- > 0 && below === null && isDateLine(element)) below = dateOf(element, now);
  });
  return marked ?? below;
}

/** The date in the path of an address, such as `/2024/05/31/`; null if there is none. */
export function dateInUrl(url: string, now = new Date()): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const found = IN_PATH.exec(path);
  if (found === null) return null;
  const [, year = '', month = '', day = ''] = found;
  return isoDate({ year, month, day }, FIRST_YEAR.seen, now);
}

function isDateLine({ tag, attributes, children }: HtmlElement): boolean {
  if (tag === 'time' || DATE_NAME.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`)) return true;
  const [first] = children;
  return typeof first === 'string' && SAYS_PUBLISHED.test(first.trimStart().slice(0, MAX_LINE_CHARS));
}

function dateOf(element: HtmlElement, now: Date): string | null {
  const { datetime, content } = element.attributes;
  const stated = dateStated(datetime ?? content ?? '', now);
  if (stated !== null) return isPlausible(stated, FIRST_YEAR.seen, now) ? stated : null;
  const line = collapse(startOf(element));
  return line.length > MAX_LINE_CHARS ? null : writtenDate(line, FIRST_YEAR.seen, now);
}

/**
 * The text of an element; only the beginning of a long text, because hundreds of elements may contain each
 * other.
 */
function startOf(element: HtmlElement): string {
  let text = '';
  let left = MAX_LINE_WORK;
  const read = ({ children }: HtmlElement) => {
    for (const child of children) {
      if (left <= 0) return;
      left -= isElement(child) ? 1 : child.length;
      if (isElement(child)) read(child);
      else text += child.slice(0, MAX_LINE_WORK);
    }
  };
  read(element);
  return text;
}

function writtenDate(line: string, firstYear: number, now: Date): string | null {
  for (const [pattern, order] of WRITTEN) {
    const found = pattern.exec(line);
    if (found === null) continue;
    const parts = { day: '', month: '', year: '' };
    for (const [at, name] of order.entries()) parts[name] = found[at + 1] ?? '';
    const date = isoDate(parts, firstYear, now);
    if (date !== null) return date;
  }
  return null;
}

type Parts = { readonly year: string; readonly month: string; readonly day: string };

function isoDate({ year, month, day }: Parts, firstYear: number, now: Date): string | null {
  const number = /^\d+$/.test(month) ? Number(month) : monthNumber(month.toLowerCase());
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isPlausible(date, firstYear, now) ? date : null;
}

function isPlausible(date: string, firstYear: number, now: Date): boolean {
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
