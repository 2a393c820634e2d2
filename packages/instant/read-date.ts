import { type Day, partsOf, toDay } from './calendar.ts';
import type { InstantWords } from './language-words.ts';

/** A date that was read, and whether it was "today". */
export type ReadDate = { readonly day: Day; readonly isToday: boolean };

/** The year of a date without one: the year of the next such date, or of the last such date. */
export type Direction = 'next' | 'last';

/**
 * Reads "today", a date with the name of the month, or a date in ISO 8601; in German also `3.12.2026`. For
 * digits with slashes (`04/12`), some people read the day first and others the month. The result is therefore
 * null, as for anything else.
 */
export function readDate(
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

type DateParts = { readonly year: number | null; readonly month: number; readonly date: number };

function isoParts(text: string): DateParts | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return found === null ? null : { year: Number(found[1]), month: Number(found[2]), date: Number(found[3]) };
}

function dottedParts(text: string): DateParts | null {
  const found = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text);
  return found === null ? null : { date: Number(found[1]), month: Number(found[2]), year: Number(found[3]) };
}

/** "3 march 1987", "the 3rd of march", "march 3, 1987", "3 de marzo de 1987" */
function wordParts(text: string, { code, months }: InstantWords): DateParts | null {
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
function nearest({ month, date }: DateParts, today: Day, direction: Direction): Day | null {
  const { year } = partsOf(today);
  const step = direction === 'next' ? 1 : -1;
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = toDay(year + step * ahead, month, date);
    if (day !== null && (direction === 'next' ? day >= today : day <= today)) return day;
  }
  return null;
}
