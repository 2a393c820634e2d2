import { decodeHTML } from 'entities/decode';
import { createAttributes, type HtmlAttributes, NO_ATTRIBUTES } from './html-attributes.ts';
import type { HtmlElement } from './html-element.ts';
import { Nesting, type PageTag } from './html-nesting.ts';
import { type HtmlSink, scanHtml } from './html-scan.ts';

/** Deeper than pages that people read, and shallow enough for recursion. */
const MAX_DEPTH = 400;
/** More than the longest lists that people read; a page of 2 MB can have 400,000 cells. */
const MAX_ELEMENTS = 60_000;
/** Decoding each piece separately gives a flat string, which is faster to read. */
const ENTITY = /&#?[a-z0-9]+;?/gi;

/** An element to which children are added; `last` is its last child element so far. */
type Growing = HtmlElement & { children: (HtmlElement | string)[] };

/** An open element; `last` is its last child element so far. It has no node if it is nested too deeply. */
type Open = { readonly tag: PageTag; readonly node: Growing | null; last: HtmlElement | null };

/** The children of elements without any. A list of their own would make the tree a third larger. */
const NO_CHILDREN: Growing['children'] = [];

/**
 * Parses any text as HTML: never throws, takes time in proportion to the length and nests at most 400 levels
 * deep. Deeper elements are left out with their text, because moving them up could take them out of an
 * element that hides them. Comments are left out, and so is everything after the first 60,000 elements.
 */
export function parseHtml(html: string): HtmlElement {
  const builder = new TreeBuilder(html);
  scanHtml(html, builder);
  return builder.root;
}

/** Builds a tree from the parts of a page. A tag costs the same at any depth. */
class TreeBuilder implements HtmlSink {
  readonly root: Growing = {
    tag: '',
    attributes: NO_ATTRIBUTES,
    children: NO_CHILDREN,
    parent: null,
    previous: null,
  };
  readonly #html: string;
  readonly #nesting = new Nesting();
  #top: Open = { tag: this.#nesting.tagOf(''), node: this.root, last: null };
  readonly #open: Open[] = [this.#top];
  readonly #form = this.#nesting.tagOf('form');
  /** Whether the position is inside svg or math; the outermost state comes first. */
  readonly #foreign: boolean[] = [false];
  /** The attributes of the `html`, `head` and `body` element. */
  readonly #frame = new Map<string, HtmlAttributes>();
  #elements = 0;

  constructor(html: string) {
    this.#html = html;
  }

  onText(from: number, to: number): void {
    const text = this.#html.slice(from, to);
    const isRaw = !text.includes('&') || (this.#top.tag.rules.isRawText && !this.isInForeignContext());
    this.#addText(isRaw ? text : text.replace(ENTITY, (entity) => decodeHTML(entity)));
  }

  onCdata(from: number, to: number): void {
    this.#addText(this.#html.slice(from, to));
  }

  onOpenTag(name: string, attributes: HtmlAttributes, isClosed: boolean): void {
    const tag = this.#nesting.tagOf(this.#nameOf(name));
    const { rules } = tag;
    // Browsers ignore a form inside a form.
    if (tag === this.#form && tag.depths.length > 0) return;
    if (rules.endsForeign) while (this.isInForeignContext()) this.#pop();
    if (rules.isFrame && this.#isRepeated(rules.tag, attributes)) return;
    while (rules.closes?.has(this.#top.tag.rules.tag)) this.#pop();
    const node = this.#append(tag, attributes);
    const isEmpty = isClosed && (rules.isForeign || this.isInForeignContext());
    if (!rules.isVoid && !isEmpty) this.#push(tag, node);
  }

  onCloseTag(name: string): void {
    const tag = this.#nesting.tagOf(this.#nameOf(name));
    const { tag: top } = this.#top;
    // Any end tag of a heading closes a heading.
    if (tag === top || (tag.rules.isHeading && top.rules.isHeading)) this.#pop();
    else if (this.#nesting.isEnded(tag)) {
      while (this.#top.tag !== tag) this.#pop();
      this.#pop();
    } else if (tag.depths.length === 0 && (name === 'p' || name === 'br')) this.#append(tag, NO_ATTRIBUTES);
  }

  isInForeignContext(): boolean {
    return this.#foreign[this.#foreign.length - 1] === true;
  }

  #nameOf(name: string): string {
    return name === 'image' && !this.isInForeignContext() ? 'img' : name;
  }

  /**
   * Whether this is a second `html`, `head` or `body` tag, which browsers ignore except for new attributes.
   */
  #isRepeated(tag: string, attributes: HtmlAttributes): boolean {
    const known = this.#frame.get(tag);
    const isHeadInBody = tag === 'head' && this.#frame.has('body');
    if (known === undefined) return isHeadInBody;
    for (const [name, value] of Object.entries(attributes)) known[name] ??= value;
    return true;
  }

  #addText(text: string): void {
    if (this.#top.node !== null) addChild(this.#top.node, text);
  }

  #append({ rules }: PageTag, attributes: HtmlAttributes): Growing | null {
    const { node: parent, last: previous } = this.#top;
    if (parent === null || this.#open.length > MAX_DEPTH || this.#elements >= MAX_ELEMENTS) return null;
    this.#elements++;
    // Browsers merge the attributes of a second tag into the first, so these elements need an attribute
    // object of their own.
    const own = rules.isFrame ? Object.assign(createAttributes(), attributes) : attributes;
    if (rules.isFrame) this.#frame.set(rules.tag, own);
    const node = { tag: rules.tag, attributes: own, children: NO_CHILDREN, parent, previous };
    addChild(parent, node);
    this.#top.last = node;
    return node;
  }

  #push(tag: PageTag, node: Growing | null): void {
    this.#nesting.enter(tag, this.#open.length);
    this.#top = { tag, node, last: null };
    this.#open.push(this.#top);
    if (tag.rules.isForeign) this.#foreign.push(true);
    else if (tag.rules.isHtmlAgain) this.#foreign.push(false);
  }

  #pop(): void {
    const { tag } = this.#top;
    this.#open.pop();
    this.#top = this.#open[this.#open.length - 1] ?? this.#top;
    this.#nesting.leave(tag);
    if (tag.rules.isForeign || tag.rules.isHtmlAgain) this.#foreign.pop();
  }
}

/** A list that begins with its first child needs less memory than one that grows from nothing. */
function addChild(parent: Growing, child: HtmlElement | string): void {
  if (parent.children === NO_CHILDREN) parent.children = [child];
  else parent.children.push(child);
}
