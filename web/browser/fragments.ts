/** How many words at each end of a long quote identify it. */
const END_WORDS = 5;

/**
 * The address of a page at a quote from it: the browser scrolls there and marks it (WICG, URL Fragment Text
 * Directives). Without a quote, or if the address has a text directive, it stays as it is.
 */
export function atQuote(url: string, quote: string): string {
  const said = quote.trim().split(/\s+/);
  if (url === '' || quote.trim() === '' || url.includes(':~:')) return url;
  const isLong = said.length > 2 * END_WORDS;
  const ends = isLong ? [said.slice(0, END_WORDS), said.slice(-END_WORDS)] : [said];
  // A hyphen separates the parts of a directive.
  const text = ends.map((words) => encodeURIComponent(words.join(' ')).replaceAll('-', '%2D')).join(',');
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${text}`;
}

/** The longest id, in characters. */
const MOST_CHARS = 60;

/** An id from the text of a heading: its letters and digits with hyphens between the words. */
export function slugOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `part-${words.join('-').slice(0, MOST_CHARS)}`.toWellFormed();
}
