import { BlockStructure } from '../scan/block-structure.ts';
import { type CitationGroup, MAX_GROUP_CHARS, readCitationGroup } from '../scan/citation-group.ts';
import { MAX_RUN_CHARS, MAX_SPAN_CHARS, readCode } from '../scan/code.ts';
import { GrowingBuffer } from '../scan/growing-buffer.ts';
import { readDefinition, readLinkTarget, TARGET_WINDOW_CHARS } from '../scan/link-target.ts';
import { CheckedText, type CitedPlace } from './checked-text.ts';
import { type CitationMove, type FindRightSource, MovedCitations } from './moved-citations.ts';

/** Characters that can begin something other than plain text. */
const SPECIAL = /[`[【［\\\n]/g;
const MAX_TARGET_CHARS = 2048;
const MAX_LEAD_CHARS = 16;

/**
 * The kind of text that is being read. An object stands for a link target that is being dropped: the bracket
 * depth reached, and the number of characters that it may still have.
 */
type Inside =
  | 'line start'
  | 'line'
  | 'code line'
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
  readonly #blocks = new BlockStructure();
  readonly #buffer = new GrowingBuffer();
  #inside: Inside = 'line start';

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
    this.#buffer.read(piece, final, () => this.#step());
    return this.#text.take();
  }

  /** Takes one step; false when the decision needs more text. */
  #step(): boolean {
    switch (this.#inside) {
      case 'line start':
        return this.#readLineStart();
      case 'line':
        return this.#readText();
      case 'code line':
      case 'dropped line':
        return this.#readToLineEnd(this.#inside);
      case 'backticks':
        return this.#readBackticks();
      case 'behind citation':
        return this.#readTarget();
      default:
        return this.#dropTarget(this.#inside);
    }
  }

  #readLineStart(): boolean {
    const line = this.#buffer.line();
    const definition = this.#blocks.isInFence ? null : readDefinition(line);
    if (definition === 'more') return false;
    const reading = definition === true ? 'dropped' : this.#blocks.read(line);
    if (reading === 'more') return false;
    if (reading === 'dropped') this.#inside = 'dropped line';
    // Models also indent prose by accident, so citations are checked in indented lines.
    else if (reading.kind !== 'again') this.#inside = reading.kind === 'fenced' ? 'code line' : 'line';
    return true;
  }

  #readToLineEnd(inside: 'code line' | 'dropped line'): true {
    const text = this.#buffer.takeLine();
    if (inside === 'code line') this.#text.write(text);
    if (text.endsWith('\n')) this.#inside = 'line start';
    return true;
  }

  #readText(): boolean {
    const at = this.#buffer.find(SPECIAL);
    const special = this.#buffer.charAt(at);
    if (special === '' && this.#buffer.isFinal) this.#pass(at);
    else if (special === '`') return this.#readCode(at);
    else if (special !== '\n') return this.#readCitation(at);
    else {
      this.#pass(at + 1);
      this.#inside = 'line start';
    }
    return true;
  }

  /** Reads a citation at `at`; if `at` is the end of the buffer, a citation may still begin there. */
  #readCitation(at: number): boolean {
    const leadFrom = at - this.#leadLength(at);
    const rest = this.#buffer.slice(at, at + MAX_GROUP_CHARS);
    const isOpen = !this.#buffer.isFinal;
    const group = rest === '' ? 'more' : readCitationGroup(rest, this.#sourceCount, isOpen);
    if (group === null) return this.#skipBracket(at);
    this.#pass(leadFrom);
    if (group === 'more') return false;
    const lead = this.#buffer.take(at - leadFrom);
    this.#applyCitation(lead, this.#buffer.take(group.length), group);
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
  #skipBracket(at: number): true {
    const isEscape = this.#buffer.charAt(at) === '\\' && /[\\`[]/.test(this.#buffer.charAt(at + 1));
    this.#pass(at + (isEscape ? 2 : 1));
    return true;
  }

  /**
   * The number of characters to remove before a removed citation: spaces, an opening bracket, a comma between
   * citations.
   */
  #leadLength(at: number): number {
    const from = Math.max(0, at - MAX_LEAD_CHARS);
    const before = this.#buffer.slice(from, at);
    const isSeparated = this.#text.citedLast && from === 0 && /^[ \t]*[,;]?[ \t]*$/.test(before);
    return isSeparated ? before.length : before.length - before.search(/[ \t]*\(?$/);
  }

  #readTarget(): boolean {
    const window = this.#buffer.slice(0, TARGET_WINDOW_CHARS);
    const target = readLinkTarget(window, !this.#buffer.isFinal);
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
    while (this.#buffer.length > 0) {
      const char = this.#buffer.charAt(0);
      if (char === '(') target.depth++;
      if (char === ')') target.depth--;
      const isOver = char === '\n' || target.left-- === 0;
      if (!isOver) this.#buffer.take(1);
      if (!isOver && target.depth > 0) continue;
      this.#inside = 'behind citation';
      this.#text.markChanged();
      break;
    }
    return true;
  }

  #readCode(at: number): boolean {
    this.#pass(at);
    const code = readCode(this.#buffer.slice(0, MAX_SPAN_CHARS), !this.#buffer.isFinal);
    if (code === 'more') return false;
    this.#pass(code.length ?? code.run);
    if (code.run > MAX_RUN_CHARS) this.#inside = 'backticks';
    return true;
  }

  /** The rest of a run of backticks that is too long to open code. */
  #readBackticks(): true {
    this.#pass(this.#buffer.find(/[^`]/g));
    if (this.#buffer.length > 0) this.#inside = 'line';
    return true;
  }

  /** Writes what is read as it is. */
  #pass(length: number): void {
    this.#text.write(this.#buffer.take(length));
  }
}
