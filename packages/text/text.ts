const ELLIPSIS = '…';

/** The longest snippet of a source, in code points; the contract promises it. */
export const SNIPPET_CHARS = 200;

/** White space other than a single space; most texts have none, and searching costs less than replacing. */
const ODD_SPACE = /[^\S ]| {2}/;

/** How much of a text is read for each character of its snippet: white space may take most of it. */
const CHARS_READ_PER_CHAR = 20;

/** Collapses white space of every kind, line breaks included, to single spaces. */
export function collapse(text: string): string {
  return (ODD_SPACE.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
}

/**
 * At most `maxChars` code points of the text on one line, cut at a word; the ellipsis is included in the
 * limit. Text without spaces (Chinese, a long URL) is cut at the last code point that fits.
 */
export function toSnippet(text: string, maxChars: number): string {
  const maxRead = maxChars * CHARS_READ_PER_CHAR;
  const line = collapse(text.slice(0, maxRead).toWellFormed());
  const isWhole = text.length <= maxRead;
  if (line.length <= maxChars && isWhole) return line;
  // A code point has at most two units, so the text after this need not be split.
  const points = Array.from(line.slice(0, 2 * (maxChars + 1)));
  if (points.length <= maxChars && isWhole) return line;
  const kept = points.slice(0, maxChars - 1).join('');
  const atWord = points[maxChars - 1] === ' ' ? kept.length : kept.lastIndexOf(' ');
  const end = atWord > kept.length / 2 ? atWord : kept.length;
  return kept.slice(0, end).replace(/[\s,;:–-]+$/u, '') + ELLIPSIS;
}

/** The first `maxChars` code points of the text, unchanged. */
export function firstChars(text: string, maxChars: number): string {
  return text.length <= maxChars
    ? text
    : Array.from(text.slice(0, maxChars * 2))
        .slice(0, maxChars)
        .join('');
}

/** Number of code points, the unit of every length the contract names. */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * The part of a title after the subject: "pino: super fast logger", "Angola - Wikipedia", "Mercury (planet)".
 */
const SUBJECT_END = /:\s|\s[-–—|(]/u;

/** The subject of a title, without a description ("pino: super fast logger") and without the site's name. */
export function subjectOf(title: string): string {
  const end = SUBJECT_END.exec(title);
  return end === null ? title : title.slice(0, end.index);
}
