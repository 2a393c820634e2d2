import { decodeHTMLAttribute } from 'entities/decode';
import { createAttributes, type HtmlAttributes, NO_ATTRIBUTES } from './html-attributes.ts';
import { RAW_TEXT_TAGS } from './html-nesting.ts';
import { endOfRawText } from './raw-text.ts';

/**
 * Receives the parts of a page in order. A text is given as its range in the page, with entities not decoded.
 */
export type HtmlSink = {
  readonly onText: (from: number, to: number) => void;
  readonly onOpenTag: (name: string, attributes: HtmlAttributes, isClosed: boolean) => void;
  readonly onCdata: (from: number, to: number) => void;
  readonly onCloseTag: (name: string) => void;
  /** Whether the current place is inside svg or math, where every element can contain other elements. */
  readonly isInForeignContext: () => boolean;
};

const [BANG, SLASH, CLOSE, EQUALS, QUESTION] = [33, 47, 62, 61, 63];
const [DOUBLE_QUOTE, SINGLE_QUOTE] = [34, 39];
/** The meanings of characters in a tag; those that end the name of an attribute come last. */
const [PLAIN, ODD, EQUAL, BRACKET, SPACE] = [0, 1, 2, 3, 4];
const LAST_ASCII = 127;
const MEANINGS = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) => {
  const mark = String.fromCharCode(code);
  if (/[\t\n\f\r ]/.test(mark)) return SPACE;
  if (mark === '=') return EQUAL;
  if (mark === '/' || mark === '>') return BRACKET;
  return /[A-Z]/.test(mark) ? ODD : PLAIN;
});
const CDATA = '<![CDATA[';
/** Elements that contain only text; entities are decoded only in the last two. */
const TEXT_TAGS: ReadonlySet<string> = new Set([...RAW_TEXT_TAGS, 'title', 'textarea']);

/**
 * Splits any text into the tags and texts of HTML (HTML, section 13.2.5). Comments and declarations are left
 * out. Never throws; takes time in proportion to the length. It searches for the next mark instead of reading
 * every character.
 */
export function scanHtml(html: string, sink: HtmlSink): void {
  new HtmlScanner(html, sink).scan();
}

class HtmlScanner {
  readonly #html: string;
  readonly #sink: HtmlSink;
  #at = 0;
  /** Whether the last start tag ends with `/>`. */
  #isClosed = false;

  constructor(html: string, sink: HtmlSink) {
    this.#html = html;
    this.#sink = sink;
  }

  scan(): void {
    const html = this.#html;
    let mark = html.indexOf('<');
    while (mark >= 0) {
      if (mark > this.#at) this.#sink.onText(this.#at, mark);
      this.#at = mark;
      this.#passMarkup(mark);
      // If it is not markup, it begins the next text.
      mark = html.indexOf('<', Math.max(this.#at, mark + 1));
    }
    if (this.#at < html.length) this.#sink.onText(this.#at, html.length);
  }

  /** Moves past the markup that begins with `<`; does not move if `<` begins no markup. */
  #passMarkup(mark: number): void {
    const next = this.#html.charCodeAt(mark + 1);
    if (isLetter(next)) this.#passOpenTag(mark + 1);
    else if (next === SLASH) this.#passCloseTag(mark + 2);
    else if (next === BANG) this.#passDeclaration(mark);
    else if (next === QUESTION) this.#moveBehind('>', mark + 1);
  }

  #passOpenTag(from: number): void {
    const isForeign = this.#sink.isInForeignContext();
    const name = this.#readName(from, BRACKET);
    const attributes = this.#readAttributes();
    if (this.#at >= this.#html.length) return;
    this.#at++;
    this.#sink.onOpenTag(name, attributes, this.#isClosed);
    if (!isForeign && TEXT_TAGS.has(name)) this.#passRawText(name);
  }

  /** Reads the attributes of a tag, and moves to its `>`; to the end of the page if it has none. */
  #readAttributes(): HtmlAttributes {
    const html = this.#html;
    let attributes = NO_ATTRIBUTES;
    this.#isClosed = false;
    while (this.#at < html.length) {
      const code = html.charCodeAt(this.#at);
      if (code === CLOSE) break;
      if (code === SLASH || isSpace(code)) {
        this.#isClosed = code === SLASH;
        this.#at++;
        continue;
      }
      this.#isClosed = false;
      const name = this.#readName(this.#at, EQUAL);
      const value = this.#readValue();
      if (attributes === NO_ATTRIBUTES) attributes = createAttributes();
      // If an attribute occurs twice, the first one counts.
      attributes[name] ??= value.includes('&') ? decodeHTMLAttribute(value) : value;
    }
    return attributes;
  }

  /** Reads a name in lower case, up to the first character whose meaning is `ends` or comes after it. */
  #readName(from: number, ends: number): string {
    const html = this.#html;
    let isLower = true;
    // A name can begin with an equals sign.
    let at = html.charCodeAt(from) === EQUALS ? from + 1 : from;
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at);
      const meaning = code > LAST_ASCII ? ODD : MEANINGS[code];
      if ((meaning as number) >= ends) break;
      if (meaning === ODD) isLower = false;
    }
    this.#at = at;
    const name = html.slice(from, at);
    return isLower ? name : name.toLowerCase();
  }

  /** Reads the value after the name of an attribute; empty if there is none. */
  #readValue(): string {
    const html = this.#html;
    this.#passSpaces();
    if (html.charCodeAt(this.#at) !== EQUALS) return '';
    this.#at++;
    this.#passSpaces();
    const from = this.#at;
    const quote = html.charCodeAt(from);
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
      this.#moveBehind(quote === DOUBLE_QUOTE ? '"' : "'", from + 1);
      return html.slice(from + 1, this.#at - 1);
    }
    while (this.#at < html.length && !isEndOfValue(html.charCodeAt(this.#at))) this.#at++;
    return html.slice(from, this.#at);
  }

  #passSpaces(): void {
    while (isSpace(this.#html.charCodeAt(this.#at))) this.#at++;
  }

  #passRawText(name: string): void {
    const from = this.#at;
    const end = name === 'plaintext' ? this.#html.length : endOfRawText(this.#html, name, from);
    if (end > from) this.#sink.onText(from, end);
    this.#at = end;
    if (end < this.#html.length) this.#passCloseTag(end + 2);
  }

  /** Moves past an end tag. If a page ends with `</`, these characters are text. */
  #passCloseTag(from: number): void {
    if (from >= this.#html.length) return;
    const isTag = isLetter(this.#html.charCodeAt(from));
    const name = isTag ? this.#readName(from, BRACKET) : '';
    const isEnded = this.#moveBehind('>', from);
    if (isTag && isEnded) this.#sink.onCloseTag(name);
  }

  #passDeclaration(mark: number): void {
    const html = this.#html;
    if (html.startsWith('<!--', mark)) this.#passComment(mark + 4);
    else if (html.startsWith(CDATA, mark) && this.#sink.isInForeignContext()) {
      if (this.#moveBehind(']]>', mark)) this.#sink.onCdata(mark + CDATA.length, this.#at - 3);
    } else this.#moveBehind('>', mark);
  }

  /** A comment ends with `-->` or `--!>`, whose dashes may be those at the beginning of the comment. */
  #passComment(from: number): void {
    const html = this.#html;
    const isEmpty = /^-?>/.test(html.slice(from, from + 2));
    this.#moveBehind(isEmpty ? '>' : '-->', from);
    const other = isEmpty ? -1 : html.slice(from, this.#at).indexOf('--!>');
    if (other >= 0) this.#at = from + other + 4;
  }

  /**
   * Moves past the next occurrence of a text; if there is none, moves to the end of the page and returns
   * false.
   */
  #moveBehind(text: string, from: number): boolean {
    const place = this.#html.indexOf(text, from);
    this.#at = place < 0 ? this.#html.length : place + text.length;
    return place >= 0;
  }
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isSpace(code: number): boolean {
  return code <= LAST_ASCII && MEANINGS[code] === SPACE;
}

function isEndOfValue(code: number): boolean {
  return code === CLOSE || isSpace(code);
}
