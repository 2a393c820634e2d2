/** A calendar day or month, and when the next one begins, also in words: `2026-12-01 at 00:00 UTC`. */
export type Period = { readonly name: string; readonly endsAtMs: number; readonly ends: string };

/** Making a format takes far longer than using it; a service has one time zone, and rarely another. */
let format: { readonly timeZone: string; readonly day: Intl.DateTimeFormat } | undefined;

/** The day of a time in a zone, such as 2026-11-29. */
export function dayIn(timeZone: string, atMs: number): string {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  if (format?.timeZone !== timeZone) format = { timeZone, day: new Intl.DateTimeFormat('en-CA', options) };
  return format.day.format(atMs);
}

/** Longer than the largest difference between two clocks on Earth, which is 26 hours. */
const WIDE_MS = 27 * 3_600_000;

/** The day or month in which a time lies. Clocks that are set forward or back move its end, not its name. */
export function periodIn(timeZone: string, unit: 'day' | 'month', atMs: number): Period {
  const day = dayIn(timeZone, atMs);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const nextMs = unit === 'day' ? Date.UTC(year, month - 1, date + 1) : Date.UTC(year, month, 1);
  const next = new Date(nextMs).toISOString().slice(0, 10);
  // No rule of a zone is needed: the first moment whose day is the next one is searched for.
  let [before, after] = [nextMs - WIDE_MS, nextMs + WIDE_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, middle) < next) before = middle;
    else after = middle;
  }
  const words = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const ends = `${words.format(after).replace(' ', ' at ')} ${timeZone}`;
  return { name: day.slice(0, unit === 'day' ? 10 : 7), endsAtMs: after, ends };
}
