import { FIRST_YEAR, isoDate } from './written-date.ts';

const IN_PATH = /[/_-](\d{4})[/_-]?(\d{2}|\p{L}{3})[/_-]?(\d{2})(?![\d])/u;

/** The date in the path of an address, such as `/2024/05/31/`, as an ISO 8601 day; null if there is none. */
export function dateInUrl(url: string, now = new Date()): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const found = IN_PATH.exec(path);
  if (found === null) return null;
  const [, year = '', month = '', day = ''] = found;
  return isoDate({ year, month, day }, FIRST_YEAR.seen, now);
}
