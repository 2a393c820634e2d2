import type { Lookahead } from './block-structure.ts';

/** A link or an image as it is written, from its first bracket on. */
type InlineLink = {
  readonly length: number;
  /** The Markdown between its brackets. */
  readonly label: string;
};

/** The longest text of a link; a longer one is not read as a link. */
const MAX_LABEL_CHARS = 500;
/** The longest target of a link. */
export const MAX_TARGET_CHARS = 2_000;
/** Brackets that are nested deeper are no link. */
const MAX_BRACKET_DEPTH = 8;
/** How much of the next line tells whether the paragraph goes on. */
const LINE_START_CHARS = 7;
/** After a line break, a paragraph certainly goes on with one of these. */
const PARAGRAPH_GOES_ON = /^[ \t]*[^\s>#|=\-+*~`\d<[:_]/;

/** The inline link at the start of `text` (CommonMark 0.31, 6.3), whatever its target; or null. */
export function readInlineLink(text: string, mayGrow: boolean): Lookahead<InlineLink> {
  const end = readBrackets(text, mayGrow);
  if (end === 'needs more' || end === null) return end;
  if (text.length === end && mayGrow) return 'needs more';
  if (text.charAt(end) !== '(') return null;
  const target = readTarget(text.slice(end, end + MAX_TARGET_CHARS), mayGrow);
  return target === 'needs more' || target === null
    ? target
    : { length: end + target, label: text.slice(1, end - 1) };
}

/**
 * The length of the brackets at the start of `text`, with what they contain. Null if they are not closed
 * within `MAX_LABEL_CHARS`, nested too deeply, or interrupted by a line that may begin a block.
 */
function readBrackets(text: string, mayGrow: boolean): Lookahead<number> {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (at > MAX_LABEL_CHARS) return null;
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '[' && ++depth > MAX_BRACKET_DEPTH) return null;
    else if (char === ']' && --depth === 0) return at + 1;
    else if (char === '`') at = pastCode(text, at) - 1;
    else if (char === '\n') {
      const next = text.slice(at + 1, at + 1 + LINE_START_CHARS);
      if (next.trim() === '' && !next.includes('\n') && mayGrow) return 'needs more';
      if (!PARAGRAPH_GOES_ON.test(next)) return null;
    }
  }
  return mayGrow ? 'needs more' : null;
}

/** The end of the code that begins here, on one line, or of its backticks if they are not closed. */
function pastCode(text: string, start: number): number {
  let at = start;
  while (text.charAt(at) === '`') at++;
  const marks = text.slice(start, at);
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(at, lineEnd < 0 ? at + MAX_LABEL_CHARS : lineEnd);
  for (const run of line.matchAll(/`+/g)) if (run[0] === marks) return at + run.index + marks.length;
  return at;
}

/** The length of the target, with its brackets; a window of `MAX_TARGET_CHARS` is enough. */
function readTarget(window: string, mayGrow: boolean): Lookahead<number> {
  const undecided = mayGrow && window.length < MAX_TARGET_CHARS ? 'needs more' : null;
  let at = pastSpace(window, 1);
  if (at === null) return null;
  const isBracketed = window.charAt(at) === '<';
  const destinationEnd = isBracketed ? endOf(window, at + 1, '>') : endOfDestination(window, at);
  if (destinationEnd === null) return undecided;
  if (isBracketed && window.slice(at, destinationEnd).includes('\n')) return null;
  at = destinationEnd;
  const gap = pastSpace(window, at);
  if (gap === null) return null;
  const quote = { '"': '"', "'": "'", '(': ')' }[window.charAt(gap)];
  if (gap > at && quote !== undefined) {
    const end = endOf(window, gap + 1, quote);
    if (end === null) return undecided;
    if (/\n[ \t]*\n/.test(window.slice(gap, end))) return null;
    at = end;
  }
  const last = pastSpace(window, at);
  if (last === null) return null;
  if (last === window.length) return undecided;
  return window.charAt(last) === ')' ? last + 1 : null;
}

/** The end of a destination without angle brackets; null if it does not end in the window. */
function endOfDestination(window: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < window.length; at++) {
    const char = window.charAt(at);
    if (char === '\\') at++;
    else if (/\s/.test(char)) return at;
    else if (char === '(') depth++;
    else if (char === ')' && --depth < 0) return at;
  }
  return null;
}

/** The position after the next `mark` that is not escaped; null if there is none. */
function endOf(window: string, from: number, mark: string): number | null {
  for (let at = from; at < window.length; at++) {
    const char = window.charAt(at);
    if (char === '\\') at++;
    else if (char === mark) return at + 1;
  }
  return null;
}

/** The position after blanks and at most one line break; null if there are more. */
function pastSpace(window: string, from: number): number | null {
  let at = from;
  let breaks = 0;
  while (/[ \t\n]/.test(window.charAt(at))) if (window.charAt(at++) === '\n' && ++breaks > 1) return null;
  return at;
}

/** The image at the start of `text` (`!`), with a target or the name of a definition; or null. */
export function readImage(text: string, mayGrow: boolean): Lookahead<InlineLink> {
  if (text.length === 1 && mayGrow) return 'needs more';
  if (text.charAt(1) !== '[') return null;
  const link = readInlineLink(text.slice(1), mayGrow);
  if (link === 'needs more') return link;
  return link === null ? readNamedImage(text, mayGrow) : { ...link, length: link.length + 1 };
}

/** `![text][name]` */
function readNamedImage(text: string, mayGrow: boolean): Lookahead<InlineLink> {
  const label = readBrackets(text.slice(1), mayGrow);
  if (label === 'needs more' || label === null) return label;
  if (text.length === label + 1 && mayGrow) return 'needs more';
  const name = readBrackets(text.slice(label + 1), mayGrow);
  if (name === 'needs more') return name;
  if (name === null || text.charAt(label + 1) !== '[') return null;
  return { length: label + 1 + name, label: text.slice(2, label) };
}
