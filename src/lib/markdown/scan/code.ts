import type { Lookahead } from './citation-group.ts';

/** A block of fenced code that is not closed yet. */
export type Fence = {
  readonly marker: string;
  /** Number of marks in the opening line; the closing line has at least as many. */
  readonly length: number;
  /** Number of characters before the marks. */
  readonly indent: number;
  /** The block is inside a quote and ends with it. */
  readonly quoted: boolean;
  /** The block begins on the line of a list marker and ends with that item. */
  readonly listed: boolean;
};

/** A line, or the part of it that has arrived so far. `whole` is true if its end is known. */
export type Line = { readonly text: string; readonly whole: boolean };

/** The longest inline code in characters; a run of backticks that is not closed within it is text. */
export const MAX_SPAN_CHARS = 1024;

/** What may precede the content of a line: indentation, quote marks, list markers. */
export const LINE_PREFIX = /(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const MARKER_BEGINNING = /^(?:[-*+]|\d{1,9}[.)]?)?$/;
/** Ends inline code that is not closed: a blank line, or a line that begins another block. */
const PARAGRAPH_END = /\n[ \t>]*(?:\n|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3})/;

/** The fence that begins in this line (CommonMark 4.5). */
export function readFenceOpening(line: Line): Lookahead<Fence> {
  const rest = line.text.replace(LINE_PREFIX, '');
  const prefix = line.text.slice(0, line.text.length - rest.length);
  if (!line.whole && MARKER_BEGINNING.test(rest)) return 'more';
  const marks = /^(?:`+|~+)/.exec(rest)?.[0] ?? '';
  const [marker = ''] = marks;
  if (marks !== '' && marks === rest && !line.whole) return 'more';
  if (marks.length < 3) return null;
  if (marker === '`' && rest.includes('`', marks.length)) return null;
  if (marker === '`' && !line.whole) return 'more';
  const [quoted, listed] = [prefix.includes('>'), /[^ \t>]/.test(prefix)];
  return { marker, length: marks.length, indent: prefix.length, quoted, listed };
}

/**
 * The role of a line while a fence is open: it is code, closes the fence, or comes after the quote or item
 * that contains the fence.
 */
export function readFenceLine(line: Line, fence: Fence): 'code' | 'closes' | 'left' | 'more' {
  const rest = line.text.replace(/[ \t>]*/, '');
  const prefix = line.text.slice(0, line.text.length - rest.length);
  if (rest === '' && !line.whole) return 'more';
  if (fence.quoted && !prefix.includes('>')) return 'left';
  if (fence.listed && rest !== '' && prefix.length < fence.indent) return 'left';
  let length = 0;
  while (rest.charAt(length) === fence.marker) length++;
  if (length === 0 || rest.slice(length).trim() !== '') return 'code';
  if (!line.whole) return 'more';
  return length >= fence.length && prefix.length < fence.indent + 4 ? 'closes' : 'code';
}

/**
 * Length of the inline code at the start of `text`, including its backticks (CommonMark 6.1). `run` is the
 * number of backticks that open it.
 */
export function readCodeSpan(text: string, run: number, open: boolean): Lookahead<number> {
  const window = text.slice(0, MAX_SPAN_CHARS);
  const undecided = open && text.length < MAX_SPAN_CHARS;
  const end = PARAGRAPH_END.exec(window)?.index ?? window.length;
  const runs = /`+/g;
  runs.lastIndex = run;
  for (const match of window.slice(0, end).matchAll(runs)) {
    const after = match.index + match[0].length;
    if (after === window.length && undecided) return 'more';
    if (match[0].length === run) return after;
  }
  return undecided && end === window.length ? 'more' : null;
}
