import { LINE_PREFIX } from './code.ts';
import { type Line, MAX_LINE_CHARS } from './growing-buffer.ts';

/**
 * How a line begins: `fenced` and `indented` code stays as it is up to its end, `text` is read for links,
 * elements and the like, and `again` means that the rest is to be read as another line.
 */
export type LineReading = {
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
