import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { createReach } from './end-tag-reach.ts';
import type { HtmlElement } from './html-element.ts';
import {
  CLOSED_BY,
  ENDS_FOREIGN,
  FOREIGN_TAGS,
  HTML_AGAIN_TAGS,
  RAW_TEXT_TAGS,
  VOID_TAGS,
} from './html-nesting.ts';

/** More levels than pages that people read have, and few enough for recursion. */
const MAX_DEPTH = 400;
/** Each entity is decoded on its own, because the result is a flat string, which is read faster. */
const ENTITY = /&#?[a-z0-9]+;?/gi;
const HEADING = /^h[1-6]$/;

/** The attributes of an element that has none. */
const NONE: Record<string, string> = Object.freeze(Object.create(null));

/** An open element; `last` is its last child element so far. It has no node if it is nested too deep. */
type Open = { readonly tag: string; readonly node: HtmlElement | null; last: HtmlElement | null };

/**
 * Parses any text as HTML: never throws, takes time in proportion to the length and nests at most 400 levels
 * deep. Deeper elements are left out with their text, because moving them up could take them out of an
 * element that hides them. Comments are left out.
 */
export function parseHtml(html: string): HtmlElement {
  const builder = new TreeBuilder(html);
  // Without entities the tokenizer skips from mark to mark; the builder decodes them.
  const tokenizer = new Tokenizer({ decodeEntities: false }, builder);
  tokenizer.write(html);
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
  #tag = '';
  #attributes = NONE;
  #attributeName = '';
  #attributeValue = '';

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
    // The object has no prototype, so that a name such as `constructor` has no other meaning.
    if (this.#attributes === NONE) this.#attributes = Object.create(null);
    // If an attribute is given twice, the first value counts.
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
    const closed = CLOSED_BY.get(tag);
    while (closed?.has(this.#top.tag)) this.#pop();
    const node = this.#append(tag, this.#attributes);
    const isEmpty = isClosed && (this.isInForeignContext() || FOREIGN_TAGS.has(tag));
    if (!VOID_TAGS.has(tag) && !isEmpty) this.#push(tag, node);
  }

  #end(tag: string): void {
    const { tag: open, node } = this.#top;
    if (tag === 'script' && open === 'script' && isStillScript(node)) this.#addText('</script>');
    // The end tag of any heading closes the open heading.
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
    if (parent === null || this.#open.length > MAX_DEPTH) return null;
    const node = { tag, attributes, children: [], parent, previous };
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
