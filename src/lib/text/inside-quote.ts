/** A longer quotation or parenthesis is split into its sentences. The length is in characters. */
const MAX_QUOTE_CHARS = 250;

/** Opening marks and the marks that close them. */
const PAIRS: ReadonlyArray<readonly [open: string, close: RegExp]> = [
  ['“', /”/],
  ['„', /[“”]/],
  ['«', /»/],
  ['(', /\)/],
  ['（', /）/],
  ['「', /」/],
  ['『', /』/],
];

const STRAIGHT = /"/g;
// An apostrophe is inside a word or at its end; a quotation mark opens before a word and closes after a stop.
const SINGLE_OPEN = /(?:^|[\s(])['‘](?=\p{L})/gu;
const SINGLE_CLOSE = /[.!?,…]['’]/gu;

/**
 * True when the cut is inside a quotation or bracket. It must open in the sentence that begins at `start` and
 * close in the same paragraph, each within 250 characters of the cut. Such a quotation is not split, so that
 * speech does not pause inside it.
 */
export function isInsideQuote(text: string, start: number, cut: number): boolean {
  const before = text.slice(Math.max(start, cut - MAX_QUOTE_CHARS), cut);
  const after = paragraphAfter(text, cut);
  if (PAIRS.some(([open, close]) => isOpen(before, open, close) && closesFirst(after, open, close)))
    return true;
  if (count(before, STRAIGHT) % 2 === 1 && after.includes('"')) return true;
  return count(before, SINGLE_OPEN) > count(before, SINGLE_CLOSE) && /[.!?,…]['’]/u.test(after);
}

function paragraphAfter(text: string, cut: number): string {
  const after = text.slice(cut, cut + MAX_QUOTE_CHARS);
  const end = after.indexOf('\n');
  return end < 0 ? after : after.slice(0, end);
}

function isOpen(before: string, open: string, close: RegExp): boolean {
  const at = before.lastIndexOf(open);
  return at >= 0 && !close.test(before.slice(at + 1));
}

function closesFirst(after: string, open: string, close: RegExp): boolean {
  const end = after.search(close);
  const next = after.indexOf(open);
  return end >= 0 && (next < 0 || end <= next);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
