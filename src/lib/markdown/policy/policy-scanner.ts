import { isPlainlyEnded, readBareUrl, SIMPLE_TARGET } from '../scan/bare-url.ts';
import { BlockStructure } from '../scan/block-structure.ts';
import { MAX_RUN_CHARS, readCode } from '../scan/code.ts';
import { GrowingBuffer, MAX_LINE_CHARS } from '../scan/growing-buffer.ts';
import { readAutolink } from './autolink.ts';
import { readEntity } from './entity.ts';
import { HarmlessText } from './harmless-text.ts';
import { MAX_TARGET_CHARS, readBrackets, readInlineLink } from './inline-link.ts';
import { isLinkAllowed, type LinkHosts } from './link-hosts.ts';
import { onOneLine, treatLink } from './treated-link.ts';
import { withoutBlock } from './without-block.ts';

/** Characters that can begin something other than words. */
const SPECIAL = /[`[\]<&$\\\n!~]|h(?=t|$)|f(?=t|$)|w(?=w|$)|\/(?=\/|$)/gi;
/** A command that makes a link or loads something in some renderers of formulas. */
const ACTIVE_COMMAND =
  /^\\(?:href|url|includegraphics|html[A-Z]\w*|class|style|cssId|csname|require|unicode)(?![a-z])/;
const COMMAND_BEGINNING = /^\\[a-zA-Z]{0,15}$/;
const ONLY_MARKS = /^[-+*=#>|:_.)\d \t]*$/;
/**
 * The state machine of the output policy. It reads a buffer in steps, and what a step has decided is never
 * changed.
 */
export class PolicyScanner {
  readonly #hosts: LinkHosts;
  readonly #blocks = new BlockStructure();
  readonly #buffer = new GrowingBuffer();
  #inside: 'line start' | 'text' | 'code line' | 'backticks' = 'line start';
  /** Nothing of the line but its indentation, marks and digits has been written: a block could begin. */
  #isAtContent = true;
  /** The text since the bracket that begins a line could be the name of a link definition. */
  #mayDefine = false;
  #isFormula = false;
  /** The last line has a bar in code, where a parser of tables would divide it. */
  #hasCutCode = false;
  readonly #text = new HarmlessText();

  constructor(hosts: LinkHosts) {
    this.#hosts = hosts;
  }

  read(piece: string, final: boolean): string {
    this.#buffer.read(piece, final, () => {
      const isDecided = this.#step();
      if (isDecided) this.#text.notePlace(this.#buffer.readChars);
      return isDecided;
    });
    return this.#text.take();
  }

  /** The place in the written text of a place in the text that was read; null if it is not written yet. */
  placeOf(at: number): number | null {
    return at > this.#buffer.readChars ? null : this.#text.placeOf(at);
  }

  /** Takes one step; false when the decision needs more text. */
  #step(): boolean {
    if (this.#inside === 'line start') return this.#readLineStart();
    if (this.#inside === 'code line') return this.#readCodeLine();
    if (this.#inside === 'backticks') return this.#readBackticks();
    return this.#readText();
  }

  #readLineStart(): boolean {
    const wasTable = this.#blocks.isTable;
    const reading = this.#blocks.read(this.#buffer.line());
    if (reading === 'more') return false;
    // Code with a bar was written as code, so its line must not become the head of a table.
    if (this.#hasCutCode && this.#blocks.isTable && !wasTable) this.#text.write('\\');
    this.#hasCutCode = false;
    this.#replace(reading.taken, reading.written);
    if (reading.kind === 'again') return true;
    this.#isAtContent = true;
    if (this.#blocks.isAfterGap) this.#mayDefine = this.#isFormula = false;
    this.#inside = reading.kind === 'text' ? 'text' : 'code line';
    return true;
  }

  #readCodeLine(): boolean {
    const line = this.#buffer.takeLine();
    this.#text.write(line);
    if (line.endsWith('\n')) this.#inside = 'line start';
    return true;
  }

  #readText(): boolean {
    const words = this.#buffer.take(this.#buffer.find(SPECIAL));
    if (words !== '') {
      this.#text.write(words);
      this.#isAtContent &&= ONLY_MARKS.test(words);
    }
    const { length } = this.#text;
    const isRead = this.#readSpecial(this.#buffer.slice(0, MAX_TARGET_CHARS + MAX_LINE_CHARS));
    if (this.#text.length > length) this.#isAtContent = false;
    return isRead;
  }

  #readSpecial(rest: string): boolean {
    switch (rest.charAt(0)) {
      case '':
        return true;
      case '\n':
        this.#inside = 'line start';
        return this.#pass(1);
      case '`':
        return this.#readCode(rest);
      case '[':
        return this.#readBracket(rest);
      case ']':
        return this.#readEnd(rest);
      case '<':
        return this.#readElement(rest);
      case '&':
        return this.#readEntity(rest);
      case '$':
        this.#isFormula = !this.#isFormula;
        return this.#pass(1);
      case '\\':
        return this.#readEscape(rest);
      case '!':
        return this.#readImage(rest);
      case '~':
        return this.#readTildes(rest);
      default:
        return this.#readUrl(rest);
    }
  }

  /** Writes what was read as it is. */
  #pass(length: number): true {
    this.#text.write(this.#buffer.take(length));
    return true;
  }

  /** Writes something else instead of what was read. */
  #replace(length: number, written: string): true {
    this.#buffer.take(length);
    this.#text.write(written);
    return true;
  }

  /** Has something else read instead of what was read. */
  #reread(length: number, text: string): true {
    const again = this.#text.apart(this.#isAtContent ? withoutBlock(text) : text);
    this.#buffer.replace(length, again);
    return true;
  }

  #readCode(rest: string): boolean {
    const reading = readCode(rest, !this.#buffer.isFinal);
    if (reading === 'more') return false;
    const { run, length } = reading;
    if (run > MAX_RUN_CHARS) this.#inside = 'backticks';
    const code = rest.slice(0, length ?? 0);
    const isCut = /(?<!\\)\|/.test(code);
    const isUncertain = /\n[ \t]*[>#|=\-+*~<[:]/.test(code) || (this.#mayDefine && code.includes(']:'));
    if (code === '' || isUncertain || (isCut && this.#blocks.isTable)) {
      return this.#replace(run, '\\`'.repeat(run));
    }
    this.#hasCutCode ||= isCut;
    return this.#replace(code.length, this.#text.apartFromMarks(onOneLine(code)));
  }

  /** The rest of a run of backticks that is too long to open code. */
  #readBackticks(): true {
    const run = this.#buffer.find(/[^`]/g);
    this.#replace(run, '\\`'.repeat(run));
    if (this.#buffer.length > 0) this.#inside = 'text';
    return true;
  }

  #readBracket(rest: string): boolean {
    const link = readInlineLink(rest, !this.#buffer.isFinal);
    if (link === 'more') return false;
    const treated = link === null ? null : treatLink(rest.slice(0, link.length), link.label, this.#hosts);
    if (link === null || treated === null) {
      this.#mayDefine ||= this.#isAtContent;
      return this.#pass(1);
    }
    if (treated.isLink) return this.#replace(link.length, treated.markdown);
    return this.#reread(link.length, treated.markdown);
  }

  #readImage(rest: string): boolean {
    if (rest.length === 1 && !this.#buffer.isFinal) return false;
    if (rest.charAt(1) !== '[') return this.#pass(1);
    const link = readInlineLink(rest.slice(1), !this.#buffer.isFinal);
    if (link === 'more') return false;
    if (link !== null) return this.#reread(link.length + 1, onOneLine(link.label));
    const label = readBrackets(rest.slice(1), !this.#buffer.isFinal);
    if (label === 'more' || (label !== null && rest.length === label + 1 && !this.#buffer.isFinal))
      return false;
    const name = label === null ? null : readBrackets(rest.slice(label + 1), !this.#buffer.isFinal);
    if (name === 'more') return false;
    if (label === null || name === null || rest.charAt(label + 1) !== '[') return this.#pass(1);
    return this.#reread(label + 1 + name, onOneLine(rest.slice(2, label)));
  }

  /** A bracket that closes: a target or a definition that was not read before must not follow it. */
  #readEnd(rest: string): boolean {
    if (rest.length === 1 && !this.#buffer.isFinal) return false;
    const mayDefine = this.#mayDefine && rest.charAt(1) === ':';
    this.#mayDefine = false;
    if (rest.charAt(1) === '(') return this.#replace(1, '] ');
    return mayDefine ? this.#replace(1, ']\\') : this.#pass(1);
  }

  #readElement(rest: string): boolean {
    const autolink = readAutolink(rest, !this.#buffer.isFinal);
    if (autolink === 'more') return false;
    if (autolink === 'element') return this.#escapeElement();
    if (autolink === null) return this.#pass(1);
    const { length, address } = autolink;
    if (!/^https?:/i.test(address)) return this.#reread(length, address);
    const isAllowed = SIMPLE_TARGET.test(address) && isLinkAllowed(address, this.#hosts);
    return isAllowed ? this.#pass(length) : this.#replace(length, this.#asCode(address));
  }

  /** In a formula, a backslash would be a command. */
  #escapeElement(): true {
    return this.#replace(1, this.#isFormula ? '< ' : '\\<');
  }

  #readUrl(rest: string): boolean {
    const url = readBareUrl(rest, !this.#buffer.isFinal);
    if (url === 'more') return false;
    if (url === null || (url.address.startsWith('/') && this.#text.endsWith(/[:/]$/))) return this.#pass(1);
    const { address, length } = url;
    const isWww = /^www/i.test(address);
    const asCode = () => this.#replace(length, this.#asCode(address, rest.charAt(length)));
    if (!isLinkAllowed(isWww ? `https://${address}` : address, this.#hosts)) return asCode();
    const isPlain = isPlainlyEnded(address, rest.slice(length), !this.#buffer.isFinal);
    if (isPlain === 'more') return false;
    if (isPlain) return this.#pass(length);
    if (isWww || !SIMPLE_TARGET.test(address)) return asCode();
    return this.#replace(length, this.#text.apart(`<${address}>`));
  }

  #readEntity(rest: string): boolean {
    const entity = readEntity(rest, !this.#buffer.isFinal);
    if (entity === 'more') return false;
    if (entity === null) return this.#pass(1);
    const isApart = !this.#text.endsWith(/[a-z0-9]$/i) && /[a-z0-9]/i.test(entity.char);
    return isApart ? this.#reread(entity.length, entity.char) : this.#replace(1, '\\&');
  }

  #readEscape(rest: string): boolean {
    if (COMMAND_BEGINNING.test(rest) && !this.#buffer.isFinal) return false;
    // `<` and the name of the command would be an element.
    if (ACTIVE_COMMAND.test(rest)) return this.#replace(1, this.#text.apart(''));
    const next = rest.charAt(1);
    if (next === '(' || next === '[') this.#isFormula = true;
    if (next === ')' || next === ']') this.#isFormula = false;
    return this.#pass(/[!-/:-@[-`{-~]/.test(next) ? 2 : 1);
  }

  /** Three tildes that begin no code here could begin it for another parser. */
  #readTildes(rest: string): boolean {
    if (rest.length < 3 && /^~+$/.test(rest) && !this.#buffer.isFinal) return false;
    return rest.startsWith('~~~') ? this.#replace(1, '\\~') : this.#pass(1);
  }

  /** An address that no parser turns into a link. */
  #asCode(address: string, next = ''): string {
    const code = this.#text.apartFromMarks(`\`${address.replaceAll('`', '%60').replaceAll('|', '%7C')}\``);
    return next === '`' ? `${code} ` : code;
  }
}
