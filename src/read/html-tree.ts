import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { HtmlElement } from './html-element.ts';
import {
  CLOSED_BY,
  createReach,
  ENDS_FOREIGN,
  FOREIGN_TAGS,
  HTML_AGAIN_TAGS,
  RAW_TEXT_TAGS,
  VOID_TAGS,
} from './html-nesting.ts';

/** Deeper than pages that people read, and shallow enough for recursion. */
const MAX_DEPTH = 400;
/** More than the longest lists that people read; a page of 2 MB can have 400,000 cells. */
const MAX_ELEMENTS = 60_000;
/** Decoding each piece separately gives a flat string, which is faster to read. */
const ENTITY = /&#?[a-z0-9]+;?/gi;
const HEADING = /^h[1-6]$/;

/**
 * Outside svg and math, `<![CDATA[` begins a comment that ends at the next `>` (HTML, section 13.2.5.42); the
 * tokenizer would skip everything up to `]]>`. A declaration of the same length ends in the same place as the
 * comment.
 */
const CDATA = '<![CDATA[';
const BOGUS = '<!DATA[[[';

/** The attributes of elements without any. */
const NONE: Record<string, string> = Object.freeze(Object.create(null));

/** An open element; `last` is its last child element so far. It has no node if it is nested too deeply. */
type Open = { readonly tag: string; readonly node: HtmlElement | null; last: HtmlElement | null };

/**
 * Parses any text as HTML: never throws, takes time in proportion to the length and nests at most 400 levels
 * deep. Deeper elements are left out with their text, because moving them up could take them out of an
 * element that hides them. Comments are left out, and so is everything after the first 60,000 elements.
 */
export function parseHtml(html: string): HtmlElement {
  const builder = new TreeBuilder(html);
  // Without entities, the tokenizer skips from mark to mark; the builder decodes the entities.
  const tokenizer = new Tokenizer({ decodeEntities: false }, builder);
  const [first = '', ...rest] = html.split(CDATA);
  tokenizer.write(first);
  for (const piece of rest) tokenizer.write((builder.isInForeignContext() ? CDATA : BOGUS) + piece);
  tokenizer.end();
  return builder.root;
}

/**
 * Builds a tree from the tokens of a page. The library's own parser takes time proportional to depth times
 * length; here a tag costs the same at any depth.
 */
class TreeBuilder implements TokenizerCallbacks {
  readonly root: HtmlElement = { tag: '', attributes: {}, children: [], parent: null, previous: null };
  readonly #html: string;
  #top: Open = { tag: '', node: this.root, last: null };
  readonly #open: Open[] = [this.#top];
  readonly #reach = createReach();
  /** Whether the position is inside svg or math; the outermost state comes first. */
  readonly #foreign: boolean[] = [false];
  /** The attributes of the `html`, `head` and `body` element. */
  readonly #frame = new Map<string, Record<string, string>>();
  #tag = '';
  #attributes = NONE;
  #attributeName = '';
  #attributeValue = '';
  #elements = 0;

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(from: number, to: number): void {
    this.#tag = this.#nameAt(from, to);
    this.#attributes = NONE;
  }

  onattribname(from: number, to: number): void {
    this.#attributeName = this.#html.slice(from, to).toLowerCase();
    this.#attributeValue = '';
  }

  onattribdata(from: number, to: number): void {
    this.#attributeValue += this.#html.slice(from, to);
  }

  onattribend(): void {
    const value = this.#attributeValue;
    // A page can use any name, so none may have a meaning here: not even `constructor`.
    if (this.#attributes === NONE) this.#attributes = Object.create(null);
    // If an attribute occurs twice, the first one counts.
    this.#attributes[this.#attributeName] ??= value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  onopentagend(): void {
    this.#start(false);
  }

  onselfclosingtag(): void {
    this.#start(true);
  }

  onclosetag(from: number, to: number): void {
    this.#end(this.#nameAt(from, to));
  }

  ontext(from: number, to: number): void {
    const text = this.#html.slice(from, to);
    const isRaw = !text.includes('&') || (RAW_TEXT_TAGS.has(this.#top.tag) && !this.isInForeignContext());
    this.#addText(isRaw ? text : text.replace(ENTITY, (entity) => decodeHTML(entity)));
  }

  oncdata(from: number, to: number, endChars: number): void {
    if (this.isInForeignContext()) this.#addText(this.#html.slice(from, to - endChars));
  }

  isInForeignContext(): boolean {
    return this.#foreign.at(-1) === true;
  }

  onattribentity(): void {}
  ontextentity(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #nameAt(from: number, to: number): string {
    const name = this.#html.slice(from, to).toLowerCase();
    return name === 'image' && !this.isInForeignContext() ? 'img' : name;
  }

  #start(isClosed: boolean): void {
    const tag = this.#tag;
    // Browsers ignore a form inside a form.
    if (tag === 'form' && this.#reach.isOpen('form')) return;
    if (ENDS_FOREIGN.has(tag)) while (this.isInForeignContext()) this.#pop();
    if (this.#isRepeated(tag)) return;
    const closed = CLOSED_BY.get(tag);
    while (closed?.has(this.#top.tag)) this.#pop();
    const node = this.#append(tag, this.#attributes);
    const isEmpty = isClosed && (this.isInForeignContext() || FOREIGN_TAGS.has(tag));
    if (!VOID_TAGS.has(tag) && !isEmpty) this.#push(tag, node);
  }

  /**
   * Whether this is a second `html`, `head` or `body` tag, which browsers ignore except for new attributes.
   */
  #isRepeated(tag: string): boolean {
    if (tag !== 'html' && tag !== 'head' && tag !== 'body') return false;
    const known = this.#frame.get(tag);
    const isHeadInBody = tag === 'head' && this.#frame.has('body');
    if (known === undefined) return isHeadInBody;
    for (const [name, value] of Object.entries(this.#attributes)) known[name] ??= value;
    return true;
  }

  #end(tag: string): void {
    const { tag: open, node } = this.#top;
    if (tag === 'script' && open === 'script' && isStillScript(node)) this.#addText('</script>');
    // Any end tag of a heading closes a heading.
    else if (HEADING.test(tag) && HEADING.test(open)) this.#pop();
    else if (this.#reach.isEnded(tag)) {
      while (this.#top.tag !== tag) this.#pop();
      this.#pop();
    } else if (!this.#reach.isOpen(tag) && (tag === 'p' || tag === 'br')) this.#append(tag, NONE);
  }

  #addText(text: string): void {
    this.#top.node?.children.push(text);
  }

  #append(tag: string, attributes: HtmlElement['attributes']): HtmlElement | null {
    const { node: parent, last: previous } = this.#top;
    if (parent === null || this.#open.length > MAX_DEPTH || this.#elements >= MAX_ELEMENTS) return null;
    this.#elements++;
    const isFrame = tag === 'html' || tag === 'head' || tag === 'body';
    // Browsers merge the attributes of a second tag into the first, so these elements need an attribute
    // object of their own.
    const own = isFrame ? Object.assign(Object.create(null), attributes) : attributes;
    if (isFrame) this.#frame.set(tag, own);
    const node = { tag, attributes: own, children: [], parent, previous };
    parent.children.push(node);
    this.#top.last = node;
    return node;
  }

  #push(tag: string, node: HtmlElement | null): void {
    this.#top = { tag, node, last: null };
    this.#open.push(this.#top);
    this.#reach.enter(tag);
    if (FOREIGN_TAGS.has(tag)) this.#foreign.push(true);
    else if (HTML_AGAIN_TAGS.has(tag)) this.#foreign.push(false);
  }

  #pop(): void {
    const { tag } = this.#top;
    this.#open.pop();
    this.#top = this.#open.at(-1) ?? this.#top;
    this.#reach.leave(tag);
    if (FOREIGN_TAGS.has(tag) || HTML_AGAIN_TAGS.has(tag)) this.#foreign.pop();
  }
}

/**
 * Whether a script continues after an end tag: within `<!--`, an end tag belongs to the preceding `<script`
 * (HTML, section 13.2.5.20 to 31).
 */
function isStillScript(script: HtmlElement | null): boolean {
  const pieces = script?.children ?? [];
  if (!pieces.some((piece) => typeof piece === 'string' && piece.includes('<!--'))) return false;
  const text = pieces.join('');
  const from = text.lastIndexOf('<!--');
  if (from < 0 || text.indexOf('-->', from) >= 0) return false;
  const tags = text.slice(from).match(/<\/?script(?=[\s/>])/gi) ?? [];
  return /^<s/i.test(tags.at(-1) ?? '');
}
