import {
  BlockStructure,
  GrowingBuffer,
  MAX_LINE_CHARS,
  MAX_RUN_CHARS,
  readCode,
  type Step,
} from './block-structure.ts';
import type { CitationFilter } from './citations.ts';
import { type Edit, type EditDecision, replace, reread, retain, SanitizedText } from './edits.ts';
import { readEntity } from './entity.ts';
import { MAX_TARGET_CHARS, readImage, readInlineLink } from './inline-link.ts';
import {
  decideAngleBracket,
  decideBareUrl,
  type LinkHosts,
  linkHostsOf,
  onOneLine,
  treatLink,
} from './link-policy.ts';
import { withoutUnreadable } from './markdown.ts';

/** A bar in inline code, at which a parser of tables would divide it. */
function hasBar(code: string): boolean {
  return /(?<!\\)\|/.test(code);
}

/**
 * Whether every parser sees this inline code as such; false for an empty text.
 * @param place whether it is in a row of a table, and whether a link definition could be open before it
 */
function isCertainCode(
  code: string,
  place: { readonly isTable: boolean; readonly mayDefine: boolean },
): boolean {
  const mayEndParagraph = /\n[ \t]*[>#|=\-+*~<[:]/.test(code);
  const mayBeDefinition = place.mayDefine && code.includes(']:');
  return code !== '' && !mayEndParagraph && !mayBeDefinition && !(place.isTable && hasBar(code));
}

const NUMBER = /^(\d{1,9})(?=[.)])/;
const MARK = /^(?:[-+=#>|:.)]|[*_](?![*_]{0,2}[\p{L}\p{N}]))/u;

/**
 * Text for the beginning of a line, with a backslash if a parser would read its first characters as a block.
 * An ellipsis stands for no text, and stands before a mere number, because what follows could begin a block,
 * too.
 */
function withoutBlock(text: string): string {
  const content = text.trimStart().replace(NUMBER, '$1\\');
  if (/^\d*$/.test(content)) return `…${content}`;
  return MARK.test(content) ? `\\${content}` : content;
}

/** Characters that can begin something other than words. */
const SPECIAL = /[`[\]<&$\\\n!~]|h(?=t|$)|f(?=t|$)|w(?=w|$)|\/(?=\/|$)/gi;
/** A command that makes a link or loads something in some renderers of formulas. */
const ACTIVE_COMMAND =
  /^\\(?:href|url|includegraphics|html[A-Z]\w*|class|style|cssId|csname|require|unicode)(?![a-z])/;
/** What more text could make such a command. */
const COMMAND_BEGINNING = /^\\[a-zA-Z]{0,15}$/;
/** Characters behind which a block can still begin: indentation, marks and digits. */
const ONLY_MARKS = /^[-+*=#>|:_.)\d \t]*$/;

/** The state machine of the output policy: it reads in steps, and no step is ever taken back. */
class PolicyScanner {
  readonly #hosts: LinkHosts;
  readonly #blocks = new BlockStructure();
  readonly #buffer = new GrowingBuffer();
  readonly #text = new SanitizedText();
  #inside: 'line start' | 'text' | 'code line' | 'backticks' = 'line start';
  /** Nothing of the line but its indentation, marks and digits has been written: a block could begin. */
  #isAtContent = true;
  /** The text since the bracket that begins a line could be the name of a link definition. */
  #mayDefine = false;
  #isFormula = false;
  /** The last line has a bar in code, where a parser of tables would divide it. */
  #hasCutCode = false;

  constructor(hosts: LinkHosts) {
    this.#hosts = hosts;
  }

  /** Adds a piece, the last one if `isFinal`; returns the text that is harmless and will not change. */
  read(piece: string, isFinal: boolean): string {
    this.#buffer.read(piece, isFinal, () => {
      const step = this.#step();
      if (step === 'decided') this.#text.notePlace(this.#buffer.readChars);
      return step;
    });
    if (isFinal) this.#closeFence();
    return this.#text.take();
  }

  /** Code that a model never closes would swallow the list of sources that programs write below an answer. */
  #closeFence(): void {
    const fence = this.#blocks.closingFence;
    if (fence !== '') this.#text.write(this.#inside === 'code line' ? `\n${fence}` : fence);
  }

  /** The place in the written text of a place in the text that was read; null if it is not written yet. */
  placeOf(at: number): number | null {
    return at > this.#buffer.readChars ? null : this.#text.placeOf(at);
  }

  #step(): Step {
    switch (this.#inside) {
      case 'line start':
        return this.#readLineStart();
      case 'code line':
        return this.#readCodeLine();
      case 'backticks':
        return this.#readBackticks();
      case 'text':
        return this.#readText();
    }
  }

  #readLineStart(): Step {
    const wasTable = this.#blocks.isTable;
    const reading = this.#blocks.read(this.#buffer.line());
    if (reading === 'needs more') return reading;
    // Code with a bar was written as code, so its line must not become the head of a table.
    if (this.#hasCutCode && this.#blocks.isTable && !wasTable) this.#text.write('\\');
    this.#hasCutCode = false;
    this.#apply(replace(reading.taken, reading.written));
    if (reading.kind === 'again') return 'decided';
    this.#isAtContent = true;
    if (this.#blocks.isAfterGap) {
      this.#mayDefine = false;
      this.#isFormula = false;
    }
    this.#inside = reading.kind === 'text' ? 'text' : 'code line';
    return 'decided';
  }

  #readCodeLine(): Step {
    const line = this.#buffer.takeLine();
    this.#text.write(line);
    if (line.endsWith('\n')) this.#inside = 'line start';
    return 'decided';
  }

  /** The rest of a run of backticks that is too long to open code. */
  #readBackticks(): Step {
    this.#apply(escapedBackticks(this.#buffer.find(/[^`]/g)));
    if (this.#buffer.length > 0) this.#inside = 'text';
    return 'decided';
  }

  /** Writes the words up to the next special character, then what is decided about that. */
  #readText(): Step {
    const words = this.#buffer.take(this.#buffer.find(SPECIAL));
    if (words !== '') {
      this.#text.write(words);
      this.#isAtContent &&= ONLY_MARKS.test(words);
    }
    const decision = this.#decide(this.#buffer.slice(0, MAX_TARGET_CHARS + MAX_LINE_CHARS));
    if (decision === 'needs more') return decision;
    const lengthBefore = this.#text.length;
    this.#apply(decision);
    if (this.#text.length > lengthBefore) this.#isAtContent = false;
    return 'decided';
  }

  #apply({ kind, length, text }: Edit): void {
    if (kind === 'reread') {
      this.#buffer.replace(length, this.#text.apart(this.#isAtContent ? withoutBlock(text) : text));
      return;
    }
    const read = this.#buffer.take(length);
    this.#text.write(kind === 'retain' ? read : text);
  }

  /** Decides about the first characters of the text that is not read yet. */
  #decide(rest: string): EditDecision {
    const { mayGrow } = this.#buffer;
    const context = { hosts: this.#hosts, written: this.#text, mayGrow };
    switch (rest.charAt(0)) {
      case '':
        return retain(0);
      case '\n':
        this.#inside = 'line start';
        return retain(1);
      case '`':
        return this.#decideCode(rest, mayGrow);
      case '[':
        return this.#decideBracket(rest, mayGrow);
      case ']':
        return this.#decideClosingBracket(rest, mayGrow);
      case '<':
        // In a formula, a backslash would be a command.
        return decideAngleBracket(rest, this.#isFormula ? '< ' : '\\<', context);
      case '&':
        return this.#decideEntity(rest, mayGrow);
      case '$':
        this.#isFormula = !this.#isFormula;
        return retain(1);
      case '\\':
        return this.#decideBackslash(rest, mayGrow);
      case '!':
        return decideImage(rest, mayGrow);
      case '~':
        return decideTildes(rest, mayGrow);
      default:
        return decideBareUrl(rest, context);
    }
  }

  #decideCode(rest: string, mayGrow: boolean): EditDecision {
    const reading = readCode(rest, mayGrow);
    if (reading === 'needs more') return reading;
    const { run, length } = reading;
    if (run > MAX_RUN_CHARS) this.#inside = 'backticks';
    const code = rest.slice(0, length ?? 0);
    const place = { isTable: this.#blocks.isTable, mayDefine: this.#mayDefine };
    if (!isCertainCode(code, place)) return escapedBackticks(run);
    this.#hasCutCode ||= hasBar(code);
    return replace(code.length, this.#text.apartFromMarks(onOneLine(code)));
  }

  #decideBracket(rest: string, mayGrow: boolean): EditDecision {
    const link = readInlineLink(rest, mayGrow);
    if (link === 'needs more') return link;
    const treated = link === null ? null : treatLink(rest.slice(0, link.length), link.label, this.#hosts);
    if (link === null || treated === null) {
      this.#mayDefine ||= this.#isAtContent;
      return retain(1);
    }
    return treated.isLink ? replace(link.length, treated.markdown) : reread(link.length, treated.markdown);
  }

  /** A target or a definition that was not read before must not follow a bracket that closes. */
  #decideClosingBracket(rest: string, mayGrow: boolean): EditDecision {
    if (rest.length === 1 && mayGrow) return 'needs more';
    const mayDefine = this.#mayDefine && rest.charAt(1) === ':';
    this.#mayDefine = false;
    if (rest.charAt(1) === '(') return replace(1, '] ');
    return mayDefine ? replace(1, ']\\') : retain(1);
  }

  #decideEntity(rest: string, mayGrow: boolean): EditDecision {
    const entity = readEntity(rest, mayGrow);
    if (entity === 'needs more') return entity;
    if (entity === null) return retain(1);
    const isApart = !this.#text.endsWith(/[a-z0-9]$/i) && /[a-z0-9]/i.test(entity.char);
    return isApart ? reread(entity.length, entity.char) : replace(1, '\\&');
  }

  #decideBackslash(rest: string, mayGrow: boolean): EditDecision {
    if (COMMAND_BEGINNING.test(rest) && mayGrow) return 'needs more';
    // `<` and the name of the command would be an element.
    if (ACTIVE_COMMAND.test(rest)) return replace(1, this.#text.apart(''));
    const next = rest.charAt(1);
    if (next === '(' || next === '[') this.#isFormula = true;
    if (next === ')' || next === ']') this.#isFormula = false;
    return retain(/[!-/:-@[-`{-~]/.test(next) ? 2 : 1);
  }
}

/** Nothing of an image stays but its text. */
function decideImage(rest: string, mayGrow: boolean): EditDecision {
  const image = readImage(rest, mayGrow);
  if (image === 'needs more') return image;
  return image === null ? retain(1) : reread(image.length, onOneLine(image.label));
}

/** Three tildes that begin no code here could begin it for another parser. */
function decideTildes(rest: string, mayGrow: boolean): EditDecision {
  if (rest.length < 3 && /^~+$/.test(rest) && mayGrow) return 'needs more';
  return rest.startsWith('~~~') ? replace(1, '\\~') : retain(1);
}

function escapedBackticks(run: number): Edit {
  return replace(run, '\\`'.repeat(run));
}

/** Makes growing Markdown harmless, in every program that renders it. */
type OutputPolicy = {
  /** Takes the next piece and returns the text that is final now; may be empty while markup is incomplete. */
  push(piece: string): string;
  /** Ends the text and returns the part that was held back. */
  end(): string;
  /** The place in the returned text of a place in the given text; null if that is held back. */
  placeOf(at: number): number | null;
};

/**
 * The output policy: Markdown that neither loads anything nor runs anything nor leads to another host than
 * the given ones, whichever CommonMark parser renders it, also with raw HTML. The words stay.
 *
 * - Images become their alternative text.
 * - What could be read as an element of HTML is escaped, so that it is shown as text.
 * - A link to another host becomes its text, with the address as code behind it. So does a bare address.
 * - A link whose text is only digits and signs, or an address with another host, becomes its text.
 * - Link definitions become text.
 *
 * Code, fenced, indented or inline, keeps its characters; a code block or inline code that parsers read
 * differently is written so that they agree. The result does not depend on how the text is divided into
 * pieces, and is unchanged if it is given again. Holds back what may become markup: at most 2,500 characters
 * of a link, 1,024 of inline code that is not closed, and a few of anything else. Takes linear time.
 */
export function createOutputPolicy(hosts: LinkHosts): OutputPolicy {
  const scanner = new PolicyScanner(hosts);
  let pendingCr = '';
  return {
    push(piece) {
      const text = pendingCr + piece;
      // A line feed may follow.
      pendingCr = text.endsWith('\r') ? '\r' : '';
      return scanner.read(plainLines(text.slice(0, text.length - pendingCr.length)), false);
    },
    end: () => scanner.read(plainLines(pendingCr), true),
    placeOf: (at) => scanner.placeOf(at),
  };
}

/** Applies the output policy to the whole text of an answer with these sources. */
type SanitizeMarkdown = (markdown: string, sources: readonly { readonly url: string }[]) => string;

/** Creates the function that returns the whole text of an answer after the output policy. */
export function createMarkdownSanitizer(): SanitizeMarkdown {
  return (markdown, sources) => {
    const policy = createOutputPolicy(linkHostsOf(sources));
    return policy.push(markdown) + policy.end();
  };
}

/** With the line breaks that the scanner knows, which have the same meaning for every parser. */
function plainLines(text: string): string {
  return withoutUnreadable(text).replaceAll(/\r\n?/g, '\n');
}

/** The filter for an answer: citations before the policy, as removals can bring markup together. */
export function createAnswerFilter(citations: CitationFilter, policy: OutputPolicy): CitationFilter {
  return {
    get moves() {
      return citations.moves.flatMap((move) => {
        const at = policy.placeOf(move.at);
        return at === null ? [] : [{ ...move, at }];
      });
    },
    push: (piece) => policy.push(citations.push(piece)),
    end: () => policy.push(citations.end()) + policy.end(),
  };
}
