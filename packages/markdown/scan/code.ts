import type { Lookahead } from './growing-buffer.ts';

/** The longest inline code in characters; a run of backticks that is not closed within it is text. */
export const MAX_SPAN_CHARS = 1024;
/** The longest run of backticks that can open code. */
export const MAX_RUN_CHARS = 64;

/** What may precede the content of a line: indentation, quote marks, list markers. */
export const LINE_PREFIX = /(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
/** Ends inline code that is not closed: a blank line, or a line that begins another block. */
const PARAGRAPH_END = /\n[ \t>]*(?:\n|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3})/;

/**
 * The code that begins with the backticks at the start of `text`: their number, at most 65, and its length,
 * which is null if they do not open code. More than 64 never do.
 */
export function readCode(
  text: string,
  mayGrow: boolean,
): { readonly run: number; readonly length: number | null } | 'needs more' {
  let run = 0;
  while (run <= MAX_RUN_CHARS && text.charAt(run) === '`') run++;
  const length = run > MAX_RUN_CHARS ? null : readCodeSpan(text, run, mayGrow);
  return length === 'needs more' ? 'needs more' : { run, length };
}

/**
 * The length of the inline code (CommonMark 6.1) that the first `run` backticks open; null if they do not.
 */
export function readCodeSpan(text: string, run: number, mayGrow: boolean): Lookahead<number> {
  const window = text.slice(0, MAX_SPAN_CHARS);
  const undecided = mayGrow && text.length < MAX_SPAN_CHARS;
  const end = PARAGRAPH_END.exec(window)?.index ?? window.length;
  const runs = /`+/g;
  runs.lastIndex = run;
  for (const match of window.slice(0, end).matchAll(runs)) {
    const after = match.index + match[0].length;
    if (after === window.length && undecided) return 'needs more';
    if (match[0].length === run) return after;
  }
  return undecided && end === window.length ? 'needs more' : null;
}
