/** The beginning of a line that is read to find out what it is, in characters. */
export const MAX_LINE_CHARS = 1024;

/** A line, or the part of it that has arrived so far. */
export type Line = {
  readonly text: string;
  /** True if `text` is all that is looked at: its end is known, or it has `MAX_LINE_CHARS`. */
  readonly isWhole: boolean;
};

/** The result of one step of reading: something was decided for good, or only more text can decide. */
export type Step = 'decided' | 'needs more';

/** Text that arrives in pieces and is read in steps; what was read is dropped, in linear time. */
export class GrowingBuffer {
  #text = '';
  /** The place in `#text` up to which it was read. */
  #at = 0;
  #mayGrow = true;
  #length = 0;

  /** The number of characters that were read, in all pieces. */
  get readChars(): number {
    return this.#length - this.#text.length + this.#at;
  }

  /** True if more text may follow. */
  get mayGrow(): boolean {
    return this.#mayGrow;
  }

  /** The length of the text that has not been read yet. */
  get length(): number {
    return this.#text.length - this.#at;
  }

  /** Adds a piece, the last one if `isFinal`, and takes steps until all is read or one needs more text. */
  read(piece: string, isFinal: boolean, step: () => Step): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    this.#length += piece.length;
    this.#mayGrow = !isFinal;
    while (this.#at < this.#text.length && step() === 'decided') {}
  }

  /** The place of the next match, counted from here; the length of the text if there is none. */
  find(special: RegExp): number {
    special.lastIndex = this.#at;
    return (special.exec(this.#text)?.index ?? this.#text.length) - this.#at;
  }

  /** The character at a place counted from here; empty behind the end. */
  charAt(place: number): string {
    return this.#text.charAt(this.#at + place);
  }

  /** The text between two places counted from here. */
  slice(from: number, to: number): string {
    return this.#text.slice(this.#at + from, this.#at + to);
  }

  /** The line that begins here, as far as it has arrived, up to 1,024 characters. */
  line(): Line {
    const window = this.slice(0, MAX_LINE_CHARS);
    const end = window.indexOf('\n');
    const text = end < 0 ? window : window.slice(0, end);
    return { text, isWhole: end >= 0 || !this.#mayGrow || window.length === MAX_LINE_CHARS };
  }

  /** Reads this many characters. */
  take(length: number): string {
    const text = this.slice(0, length);
    this.#at += length;
    return text;
  }

  /** Reads the line to its end, or as far as it has arrived. */
  takeLine(): string {
    const end = this.#text.indexOf('\n', this.#at);
    return this.take(end < 0 ? this.length : end + 1 - this.#at);
  }

  /** Replaces this many characters by others, which are read next. */
  replace(length: number, text: string): void {
    this.#text = text + this.#text.slice(this.#at + length);
    this.#at = 0;
  }
}

/** What was found at a position in growing text; null for nothing, or that only more text can tell. */
export type Lookahead<T> = T | null | 'needs more';

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

/**
 * How a line begins: `fenced` and `indented` code stays as it is up to its end, `text` is read for links,
 * elements and the like, and `again` means that the rest is to be read as another line.
 */
type LineReading = {
  readonly kind: 'fenced' | 'indented' | 'text' | 'again';
  /** How many characters of the line are replaced by `written`. */
  readonly taken: number;
  /** What is written instead. */
  readonly written: string;
};

/** A fence whose code is not closed yet. */
type OpenFence = {
  readonly marker: string;
  /** The number of marks that open it; at least as many close it. */
  readonly length: number;
  /** What each line begins with, as far as it does: spaces and quote marks. */
  readonly taken: string;
  /** What is written instead, so that no parser ends the block earlier. */
  readonly written: string;
};

/** A longer line after backticks is text. */
const MAX_INFO_CHARS = 200;
const MAX_ITEMS = 20;
/** May become a list marker, or a line of which only the end tells what it is. */
const UNDECIDED = /^(?:[-+*]|\d{1,9}[.)]?|[-:|][-:| \t]*|`+|~+)?$/;
const FENCE = /^(`{3,}|~{3,})/;
/** A prefix after which every parser sees a fence, except the spaces in a list. */
const PLAIN_PREFIX = /^(?:> {0,4})*$/;
const ITEM = /^( *)([-+*]|\d{1,9}[.)])( {1,4})(?=[^ ]|$)/;
const ANY_ITEM = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const RULE = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const DELIMITER_ROW = /^[-:| \t>]*-[-:| \t>]*$/;
const INDENTED = /^(?: {4}| {0,3}\t)[ \t]*[^ \t]/;
const BLANK = /^[ \t>]*$/;

/**
 * Follows the blocks of growing Markdown line by line, as far as needed to know which lines are certainly
 * code (CommonMark 0.31, 4.4 and 4.5). A code block that ends earlier in some parsers, because its lines are
 * not indented like its fence, is indented; a fence that some parsers would read as text is moved to the
 * beginning of its line.
 */
export class BlockStructure {
  #fence: OpenFence | null = null;
  /** The columns where the content of the open items of a list certainly begins. */
  #items: number[] = [];
  #mayBeList = false;
  /** The last line is blank or indented code, or there is none. */
  #isAfterGap = true;
  #isTable = false;

  /** What closes the code that is open; empty if none is, or if it ends with its quote or list. */
  get closingFence(): string {
    const fence = this.#fence;
    if (fence === null) return '';
    const isAtMargin = fence.written === '' || (this.#items.length === 0 && /^ {1,3}$/.test(fence.written));
    return isAtMargin ? fence.written + fence.marker.repeat(fence.length) : '';
  }

  /** True while fenced code is not closed. */
  get isInFence(): boolean {
    return this.#fence !== null;
  }

  /** True in a row of a table, whose cells are divided before anything else is read. */
  get isTable(): boolean {
    return this.#isTable;
  }

  /** True when the line before is blank: no paragraph is open. */
  get isAfterGap(): boolean {
    return this.#isAfterGap;
  }

  /** Reads the beginning of the next line. */
  read(line: Line): LineReading | 'needs more' {
    return this.#fence === null ? this.#readOpen(line) : this.#readFenced(line, this.#fence);
  }

  #readFenced({ text, isWhole }: Line, fence: OpenFence): LineReading | 'needs more' {
    const at = pastPrefix(text, fence.taken);
    if (at === null && text.trim() === '' && !isWhole) return 'needs more';
    if (at === null) {
      this.#fence = null;
      this.#isAfterGap = false;
      // A block that was moved out of its quote is ended by nothing else.
      const isMoved = fence.written !== fence.taken;
      return { kind: 'again', taken: 0, written: isMoved ? `${fence.marker.repeat(fence.length)}\n` : '' };
    }
    const rest = text.slice(at);
    const content = rest.replace(/^ {0,3}/, '');
    let marks = 0;
    while (content.charAt(marks) === fence.marker) marks++;
    const isOnlyMarks = content.slice(marks).trim() === '';
    if (isOnlyMarks && !isWhole) return 'needs more';
    if (isOnlyMarks && text.length >= MAX_LINE_CHARS)
      return { kind: 'fenced', taken: at, written: `${fence.written}    ` };
    if (isOnlyMarks && marks >= fence.length) {
      this.#fence = null;
      this.#isAfterGap = false;
      return { kind: 'fenced', taken: text.length, written: fence.written + fence.marker.repeat(marks) };
    }
    const isBlank = rest.trim() === '' && !fence.written.includes('>');
    return { kind: 'fenced', taken: isBlank ? 0 : at, written: isBlank ? '' : fence.written };
  }

  #readOpen({ text, isWhole }: Line): LineReading | 'needs more' {
    const prefix = LINE_PREFIX.exec(text)?.[0] ?? '';
    const rest = text.slice(prefix.length);
    if (!isWhole && UNDECIDED.test(rest)) return 'needs more';
    const marks = FENCE.exec(rest)?.[0] ?? '';
    const info = rest.slice(marks.length);
    if (marks.startsWith('`') && !isWhole && info.length <= MAX_INFO_CHARS) return 'needs more';
    const isTooLong = marks.startsWith('`') && info.length > MAX_INFO_CHARS;
    if (this.#isAfterGap && !this.#mayBeList && INDENTED.test(text)) {
      this.#isTable = false;
      return { kind: 'indented', taken: 0, written: '' };
    }
    const isCertain = this.#readItem(text);
    if (marks !== '' && !isTooLong && !(marks.startsWith('`') && info.includes('`')))
      return this.#openFence(prefix, marks, isCertain);
    this.#isTable = !BLANK.test(text) && (this.#isTable || (!this.#isAfterGap && DELIMITER_ROW.test(text)));
    this.#isAfterGap = BLANK.test(text);
    return { kind: 'text', taken: prefix.length, written: prefix };
  }

  #openFence(prefix: string, marks: string, isCertain: boolean): LineReading {
    const taken = prefix.replaceAll(/[^ >]/g, ' ');
    const written = isCertain ? taken : '';
    this.#fence = { marker: marks.charAt(0), length: marks.length, taken, written };
    this.#isAfterGap = false;
    this.#isTable = false;
    return { kind: 'fenced', taken: prefix.length, written: isCertain ? prefix : '' };
  }

  /** Notes the list items that the line continues or begins; true if a fence may follow this prefix. */
  #readItem(text: string): boolean {
    if (BLANK.test(text)) return true;
    const isItem = ANY_ITEM.test(text);
    const indent = text.search(/[^ ]/);
    if (isItem) this.#mayBeList = true;
    else if (this.#isAfterGap && indent === 0 && !text.startsWith('>')) this.#mayBeList = false;
    const hadItems = this.#items.length > 0;
    while ((this.#items.at(-1) ?? 0) > indent) this.#items.pop();
    const isBelow = (column: number) => column <= indent && indent <= column + 3;
    const isInside = indent <= 3 || this.#items.some(isBelow);
    const item = RULE.test(text) ? null : ITEM.exec(text);
    const prefix = LINE_PREFIX.exec(text)?.[0] ?? '';
    if (item === null) return PLAIN_PREFIX.test(prefix.trimStart()) && isInside && !prefix.includes('\t');
    const [written, , marker = '', gap = ''] = item;
    const mayInterrupt = /^(?:[-+*]|0*1[.)])$/.test(marker) && written !== text;
    const isCertain =
      isInside && (mayInterrupt || this.#isAfterGap || hadItems) && this.#items.length < MAX_ITEMS;
    if (isCertain) this.#items.push(indent + marker.length + (written === text ? 1 : gap.length));
    return isCertain && written === prefix;
  }
}

/**
 * The length of the prefix with which a line of a code block begins: at most these spaces, and all of these
 * quote marks. Null if a quote mark is missing.
 */
function pastPrefix(text: string, prefix: string): number | null {
  let at = 0;
  for (const char of prefix) {
    if (char === '>') {
      while (text.charAt(at) === ' ') at++;
      if (text.charAt(at) !== '>') return null;
      at++;
    } else if (text.charAt(at) === ' ') at++;
  }
  return at;
}
