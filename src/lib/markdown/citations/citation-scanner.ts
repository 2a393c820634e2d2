import { type CitationGroup, MAX_GROUP_CHARS, readCitationGroup } from '../scan/citation-group.ts';
import {
  type Fence,
  type Line,
  MAX_SPAN_CHARS,
  readCodeSpan,
  readFenceLine,
  readFenceOpening,
} from '../scan/code.ts';
import { readDefinition, readLinkTarget, TARGET_WINDOW_CHARS } from '../scan/link-target.ts';
import { CheckedText, type CitedPlace } from './checked-text.ts';
import { type CitationMove, type FindRightSource, MovedCitations } from './moved-citations.ts';

/** Characters that can begin something other than plain text. */
const SPECIAL = /[`[【［\\\n]/g;
const MAX_LINE_CHARS = 1024;
const MAX_TARGET_CHARS = 2048;
const MAX_RUN_CHARS = 64;
const MAX_LEAD_CHARS = 16;

/**
 * The kind of text that is being read. An object stands for a link target that is being dropped: the bracket
 * depth reached, and the number of characters that it may still have.
 */
type Inside =
  | 'line start'
  | 'line'
  | 'fenced line'
  | 'dropped line'
  | 'backticks'
  | 'behind citation'
  | { depth: number; left: number };

/**
 * The state machine of `createCitationFilter`. It reads a buffer in steps, and what a step has decided is
 * never changed.
 */
export class CitationScanner {
  readonly #sourceCount: number;
  readonly #moved: MovedCitations | null;
  readonly #text = new CheckedText();
  #buffer = '';
  #at = 0;
  #final = false;
  #inside: Inside = 'line start';
  #fence: Fence | null = null;

  /** @param rightSource finds citations that name the wrong source; absent to leave all as they are */
  constructor(sourceCount: number, rightSource?: FindRightSource) {
    this.#sourceCount = sourceCount;
    this.#moved = rightSource === undefined ? null : new MovedCitations(rightSource);
  }

  /** The changed citations in all text returned so far, in order. */
  get moves(): readonly CitationMove[] {
    return this.#moved?.moves ?? [];
  }

  /** The places of the citations in all text returned so far. */
  get citations(): readonly CitedPlace[] {
    return this.#text.citations;
  }

  read(piece: string, final: boolean): string {
    this.#buffer += piece;
    this.#final = final;
    while (this.#at < this.#buffer.length && this.#step()) {}
    this.#buffer = this.#buffer.slice(this.#at);
    this.#at = 0;
    return this.#text.take();
  }

  /** Takes one step; false when the decision needs more text. */
  #step(): boolean {
    switch (this.#inside) {
      case 'line start':
        return this.#readLineStart();
      case 'line':
        return this.#readText();
      case 'fenced line':
        return this.#readToLineEnd((line) => this.#text.write(line));
      case 'dropped line':
        return this.#readToLineEnd(() => {});
      case 'backticks':
        return this.#readBackticks();
      case 'behind citation':
        return this.#readTarget();
      default:
        return this.#dropTarget(this.#inside);
    }
  }

  #readLineStart(): boolean {
    const line = this.#line();
    if (this.#fence !== null) return this.#readFencedLine(line, this.#fence);
    const fence = readFenceOpening(line);
    const definition = fence === null ? readDefinition(line) : null;
    if (fence === 'more' || definition === 'more') return false;
    this.#fence = fence;
    this.#inside = fence !== null ? 'fenced line' : definition === null ? 'line' : 'dropped line';
    return true;
  }

  #readFencedLine(line: Line, fence: Fence): boolean {
    const reading = readFenceLine(line, fence);
    if (reading === 'more') return false;
    if (reading !== 'code') this.#fence = null;
    this.#inside = reading === 'left' ? 'line start' : 'fenced line';
    return true;
  }

  #readToLineEnd(take: (text: string) => void): boolean {
    const end = this.#buffer.indexOf('\n', this.#at);
    take(this.#advance(end < 0 ? this.#buffer.length : end + 1));
    if (end >= 0) this.#inside = 'line start';
    return true;
  }

  #readText(): boolean {
    SPECIAL.lastIndex = this.#at;
    const at = SPECIAL.exec(this.#buffer)?.index ?? this.#buffer.length;
    const special = this.#buffer.charAt(at);
    if (special === '' && this.#final) this.#text.write(this.#advance(at));
    else if (special === '' || special === '[' || special === '【' || special === '［' || special === '\\')
      return this.#readCitation(at);
    else if (special === '`') return this.#readCode(at);
    else {
      this.#text.write(this.#advance(at + 1));
      this.#inside = 'line start';
    }
    return true;
  }

  /** Reads a citation at `at`; if `at` is the end of the buffer, a citation may still begin there. */
  #readCitation(at: number): boolean {
    const leadFrom = at - this.#leadLength(at);
    const rest = this.#buffer.slice(at, at + MAX_GROUP_CHARS);
    const group = rest === '' ? 'more' : readCitationGroup(rest, this.#sourceCount, !this.#final);
    if (group === null) return this.#skipBracket(at);
    this.#text.write(this.#advance(leadFrom));
    if (group === 'more') return false;
    const lead = this.#advance(at);
    this.#applyCitation(lead, this.#advance(at + group.length), group);
    return true;
  }

  #applyCitation(lead: string, written: string, { numbers: found }: CitationGroup): void {
    const { line, length } = this.#text;
    const numbers = this.#moved?.correct(found, line, length + lead.length) ?? found;
    if (numbers.length > 0) {
      this.#text.write(lead);
      this.#text.cite(numbers, written !== `[${numbers[0]}]`);
    } else {
      this.#text.takeOut(lead, written);
    }
    this.#inside = 'behind citation';
  }

  /**
   * Writes text that turned out not to be a citation: a bracket, or a backslash with the character it
   * escapes.
   */
  #skipBracket(at: number): boolean {
    const isEscape = this.#buffer.charAt(at) === '\\' && /[\\`[]/.test(this.#buffer.charAt(at + 1));
    this.#text.write(this.#advance(at + (isEscape ? 2 : 1)));
    return true;
  }

  /**
   * The number of characters to remove before a removed citation: spaces, an opening bracket, a comma between
   * citations.
   */
  #leadLength(at: number): number {
    const from = Math.max(this.#at, at - MAX_LEAD_CHARS);
    const before = this.#buffer.slice(from, at);
    const isSeparated = this.#text.citedLast && from === this.#at && /^[ \t]*[,;]?[ \t]*$/.test(before);
    return isSeparated ? before.length : before.length - before.search(/[ \t]*\(?$/);
  }

  #readTarget(): boolean {
    const window = this.#buffer.slice(this.#at, this.#at + TARGET_WINDOW_CHARS);
    const target = readLinkTarget(window, !this.#final);
    if (target === 'more') return false;
    if (target === true) this.#inside = { depth: 0, left: MAX_TARGET_CHARS };
    else {
      this.#inside = this.#text.atLineStart ? 'line start' : 'line';
      // If text inside the parentheses is removed, they could become a link target; a space prevents that.
      if (window.startsWith('(')) this.#text.write(' ');
    }
    return true;
  }

  #dropTarget(target: { depth: number; left: number }): boolean {
    while (this.#at < this.#buffer.length) {
      const char = this.#buffer.charAt(this.#at);
      if (char === '(') target.depth++;
      if (char === ')') target.depth--;
      const isOver = char === '\n' || target.left-- === 0;
      if (!isOver) this.#at++;
      if (!isOver && target.depth > 0) continue;
      this.#inside = 'behind citation';
      this.#text.markChanged();
      break;
    }
    return true;
  }

  #readCode(at: number): boolean {
    this.#text.write(this.#advance(at));
    let end = at;
    while (end - at <= MAX_RUN_CHARS && this.#buffer.charAt(end) === '`') end++;
    const run = end - at;
    if (run > MAX_RUN_CHARS) {
      this.#inside = 'backticks';
      return true;
    }
    const span = readCodeSpan(this.#buffer.slice(at, at + MAX_SPAN_CHARS), run, !this.#final);
    if (span === 'more') return false;
    this.#text.write(this.#advance(at + (span ?? run)));
    return true;
  }

  /** A run of backticks that is too long to open code. */
  #readBackticks(): boolean {
    let end = this.#at;
    while (this.#buffer.charAt(end) === '`') end++;
    this.#text.write(this.#advance(end));
    if (end < this.#buffer.length) this.#inside = 'line';
    return true;
  }

  /** The line that begins here, as far as it has arrived, up to 1,024 characters. */
  #line(): Line {
    const window = this.#buffer.slice(this.#at, this.#at + MAX_LINE_CHARS);
    const end = window.indexOf('\n');
    const text = end < 0 ? window : window.slice(0, end);
    return { text, whole: end >= 0 || this.#final || window.length === MAX_LINE_CHARS };
  }

  #advance(to: number): string {
    const text = this.#buffer.slice(this.#at, to);
    this.#at = to;
    return text;
  }
}
