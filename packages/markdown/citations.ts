import {
  BlockStructure,
  GrowingBuffer,
  MAX_RUN_CHARS,
  MAX_SPAN_CHARS,
  readCode,
  type Step,
} from './block-structure.ts';
import { CheckedText, type CitationPosition } from './checked-text.ts';
import {
  BEHIND_CHARS,
  type CitationGroup,
  MAX_GROUP_CHARS,
  readCitationGroup,
  readDefinition,
  readLinkTarget,
  TARGET_WINDOW_CHARS,
} from './citation-notation.ts';
import { withoutUnreadable } from './markdown.ts';
import { type CitationMove, type FindRightSource, MovedCitations } from './moved-citations.ts';

/** Characters that can begin something other than plain text. */
const SPECIAL = /[`[【［\\\n]/g;
/** The longest link target that is dropped whole. */
const MAX_DROPPED_CHARS = 2048;
/** How far before a bracket its reading is decided. */
const BEFORE_CHARS = 4;
/** How far before a removed citation spaces and a bracket are removed with it. */
const MAX_LEAD_CHARS = 16;

/** A link target that is being dropped. */
type DroppedTarget = {
  /** How many of its brackets are open. */
  depth: number;
  /** The number of characters that it may still have. */
  charsLeft: number;
};

/** The kind of text that is being read. */
type Inside =
  | 'line start'
  | 'line'
  | 'code line'
  | 'dropped line'
  | 'backticks'
  | 'behind citation'
  | DroppedTarget;

/** The state machine of `createCitationFilter`: it reads in steps, and no step is ever taken back. */
class CitationScanner {
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
  get citations(): readonly CitationPosition[] {
    return this.#text.citations;
  }

  /** Adds a piece, the last one if `isFinal`; returns the text that will not change. */
  read(piece: string, isFinal: boolean): string {
    this.#buffer.read(piece, isFinal, () => this.#step());
    return this.#text.take();
  }

  #step(): Step {
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

  #readLineStart(): Step {
    const line = this.#buffer.line();
    const definition = this.#blocks.isInFence ? null : readDefinition(line);
    if (definition === 'needs more') return 'needs more';
    const reading = definition === true ? 'dropped' : this.#blocks.read(line);
    if (reading === 'needs more') return 'needs more';
    if (reading === 'dropped') this.#inside = 'dropped line';
    // Models also indent prose by accident, so citations are checked in indented lines.
    else if (reading.kind !== 'again') this.#inside = reading.kind === 'fenced' ? 'code line' : 'line';
    return 'decided';
  }

  #readToLineEnd(inside: 'code line' | 'dropped line'): Step {
    const text = this.#buffer.takeLine();
    if (inside === 'code line') this.#text.write(text);
    if (text.endsWith('\n')) this.#inside = 'line start';
    return 'decided';
  }

  #readText(): Step {
    const at = this.#buffer.find(SPECIAL);
    const special = this.#buffer.charAt(at);
    if (special === '' && !this.#buffer.mayGrow) this.#pass(at);
    else if (special === '`') return this.#readCode(at);
    else if (special !== '\n') return this.#readCitation(at);
    else {
      this.#pass(at + 1);
      this.#inside = 'line start';
    }
    return 'decided';
  }

  /** Reads a citation at `at`; if `at` is the end of the buffer, a citation may still begin there. */
  #readCitation(at: number): Step {
    const leadFrom = at - this.#leadLength(at);
    const rest = this.#buffer.slice(at, at + MAX_GROUP_CHARS + BEHIND_CHARS);
    const place = {
      before: (this.#text.line + this.#buffer.slice(0, at)).slice(-BEFORE_CHARS),
      sourceCount: this.#sourceCount,
      mayGrow: this.#buffer.mayGrow,
    };
    const group = rest === '' ? 'needs more' : readCitationGroup(rest, place);
    if (group === null) return this.#skipBracket(at);
    this.#pass(leadFrom);
    if (group === 'needs more') return 'needs more';
    const lead = this.#buffer.take(at - leadFrom);
    this.#applyCitation(lead, this.#buffer.take(group.length), group);
    return 'decided';
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

  /** Writes text that was no citation: a bracket, or a backslash with the character it escapes. */
  #skipBracket(at: number): Step {
    const isEscape = this.#buffer.charAt(at) === '\\' && /[\\`[]/.test(this.#buffer.charAt(at + 1));
    this.#pass(at + (isEscape ? 2 : 1));
    return 'decided';
  }

  /** How much to remove before a removed citation: spaces, an opening bracket, a comma. */
  #leadLength(at: number): number {
    const from = Math.max(0, at - MAX_LEAD_CHARS);
    const before = this.#buffer.slice(from, at);
    const isSeparated = this.#text.citedLast && from === 0 && /^[ \t]*[,;]?[ \t]*$/.test(before);
    return isSeparated ? before.length : before.length - before.search(/[ \t]*\(?$/);
  }

  #readTarget(): Step {
    const window = this.#buffer.slice(0, TARGET_WINDOW_CHARS);
    const target = readLinkTarget(window, this.#buffer.mayGrow);
    if (target === 'needs more') return 'needs more';
    if (target === true) this.#inside = { depth: 0, charsLeft: MAX_DROPPED_CHARS };
    else {
      this.#inside = this.#text.atLineStart ? 'line start' : 'line';
      // If text inside the parentheses is removed, they could become a link target; a space prevents that.
      if (window.startsWith('(')) this.#text.write(' ');
    }
    return 'decided';
  }

  #dropTarget(target: DroppedTarget): Step {
    while (this.#buffer.length > 0) {
      const char = this.#buffer.charAt(0);
      if (char === '(') target.depth++;
      if (char === ')') target.depth--;
      const isOver = char === '\n' || target.charsLeft-- === 0;
      if (!isOver) this.#buffer.take(1);
      if (!isOver && target.depth > 0) continue;
      this.#inside = 'behind citation';
      this.#text.markChanged();
      break;
    }
    return 'decided';
  }

  #readCode(at: number): Step {
    this.#pass(at);
    const code = readCode(this.#buffer.slice(0, MAX_SPAN_CHARS), this.#buffer.mayGrow);
    if (code === 'needs more') return 'needs more';
    this.#pass(code.length ?? code.run);
    if (code.run > MAX_RUN_CHARS) this.#inside = 'backticks';
    return 'decided';
  }

  /** The rest of a run of backticks that is too long to open code. */
  #readBackticks(): Step {
    this.#pass(this.#buffer.find(/[^`]/g));
    if (this.#buffer.length > 0) this.#inside = 'line';
    return 'decided';
  }

  /** Writes what is read as it is. */
  #pass(length: number): void {
    this.#text.write(this.#buffer.take(length));
  }
}

/** Normalises the citations in growing Markdown. */
export type CitationFilter = {
  /** Takes the next piece; returns the text that is final, empty while a citation is incomplete. */
  push(piece: string): string;
  /** Ends the text and returns the part that was held back. */
  end(): string;
  /** The citations of the returned text that were changed, in order. */
  readonly moves: readonly CitationMove[];
};

/**
 * A filter for a model's Markdown, which arrives in pieces of any size. The result does not depend on how the
 * text is divided into pieces.
 *
 * Citations in every notation become `[1][2]`. Numbers without a source are removed with the space before
 * them. Link targets after citations and invented lists of definitions are removed, too. Code, fenced or
 * inline, is never changed, except that unreadable characters are left out everywhere. Holds back at most 64
 * characters for a citation, and 1,024 for a line `[1]: ...` or for inline code that is not closed yet. Takes
 * linear time.
 *
 * With `rightSource`, a citation is moved if its source does not support the text before it but another
 * source does. If that other source is already cited in the same place, the citation is left out.
 */
export function createCitationFilter(sourceCount: number, rightSource?: FindRightSource): CitationFilter {
  const scanner = new CitationScanner(sourceCount, rightSource);
  return {
    get moves() {
      return scanner.moves;
    },
    push: (piece) => scanner.read(withoutUnreadable(piece), false),
    end: () => scanner.read('', true),
  };
}

/**
 * The citations in Markdown that the filter has checked, in order. Takes linear time.
 * @param sourceCount how many sources the text may cite; other numbers are not citations
 */
export function citationPositions(checked: string, sourceCount: number): readonly CitationPosition[] {
  const scanner = new CitationScanner(sourceCount);
  scanner.read(checked, true);
  // The filter may change text that was not checked; later places then no longer match.
  return scanner.citations.filter(({ index, from, to }) => checked.slice(from, to) === `[${index}]`);
}
