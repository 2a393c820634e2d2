import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type * as htmlparser2 from 'htmlparser2';
import type { TokenizerCallbacks } from 'htmlparser2';
import { libraryPart } from '../text/library-part.ts';
import type { HtmlElement } from './html-element.ts';
import { Nesting, type PageTag } from './html-nesting.ts';

/** Deeper than pages that people read, and shallow enough for recursion. */
const MAX_DEPTH = 400;
/** More than the longest lists that people read; a page of 2 MB can have 400,000 cells. */
const MAX_ELEMENTS = 60_000;
/** Decoding each piece separately gives a flat string, which is faster to read. */
const ENTITY = /&#?[a-z0-9]+;?/gi;

/**
 * Outside svg and math, `<![CDATA[` begins a comment that ends at the next `>` (HTML, section 13.2.5.42); the
 * tokenizer would skip everything up to `]]>`. A declaration of the same length ends in the same place as the
 * comment.
 */
const CDATA = '<![CDATA[';
const BOGUS = '<!DATA[[[';

type Growing = HtmlElement & { children: (HtmlElement | string)[] };

/** An open element; `last` is its last child element so far. It has no node if it is nested too deeply. */
type Open = { readonly tag: PageTag; readonly node: Growing | null; last: HtmlElement | null };

/** The children of every element without any. A list for each would make the tree a third larger. */
const NO_CHILDREN: Growing['children'] = [];

/**
 * Parses any text as HTML: never throws, takes time in proportion to the length and nests at most 400 levels
 * deep. Deeper elements are left out with their text, because moving them up could take them out of an
 * element that hides them. Comments are left out, and so is everything after the first 60,000 elements. With
 * parse5, a page would take 1.4 times as much CPU time.
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

/** Builds a tree from tokens, in the same time for a tag at any depth, unlike the library's parser. */
class TreeBuilder implements TokenizerCallbacks {
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
  /** Whether the position is inside svg or math: a stack, with the outermost state first. */
  readonly #foreign: boolean[] = [false];
  /** The attributes of the `html`, `head` and `body` element. */
  readonly #frame = new Map<string, HtmlAttributes>();
  #tag = '';
  #attributes = NO_ATTRIBUTES;
  #attributeName = '';
  #attributeValue = '';
  #elements = 0;

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(from: number, to: number): void {
    this.#tag = this.#nameAt(from, to);
    this.#attributes = NO_ATTRIBUTES;
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
    if (this.#attributes === NO_ATTRIBUTES) this.#attributes = createAttributes();
    // If an attribute occurs twice, the first one counts.
    this.#attributes[this.#attributeName] ??= value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  onopentagend(): void {
    this.#start(this.#nesting.tagOf(this.#tag), false);
  }

  onselfclosingtag(): void {
    this.#start(this.#nesting.tagOf(this.#tag), true);
  }

  onclosetag(from: number, to: number): void {
    this.#end(this.#nesting.tagOf(this.#nameAt(from, to)));
  }

  ontext(from: number, to: number): void {
    const text = this.#html.slice(from, to);
    const isRaw = !text.includes('&') || (this.#top.tag.rules.isRawText && !this.isInForeignContext());
    this.#addText(isRaw ? text : text.replace(ENTITY, (entity) => decodeHTML(entity)));
  }

  oncdata(from: number, to: number, endChars: number): void {
    if (this.isInForeignContext()) this.#addText(this.#html.slice(from, to - endChars));
  }

  isInForeignContext(): boolean {
    return this.#foreign[this.#foreign.length - 1] === true;
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

  #start(tag: PageTag, isClosed: boolean): void {
    const { rules } = tag;
    // Browsers ignore a form inside a form.
    if (tag === this.#form && tag.depths.length > 0) return;
    if (rules.endsForeign) while (this.isInForeignContext()) this.#pop();
    if (rules.isFrame && this.#isRepeated(rules.tag)) return;
    while (rules.closes?.has(this.#top.tag.rules.tag)) this.#pop();
    const node = this.#append(tag, this.#attributes);
    const isEmpty = isClosed && (rules.isForeign || this.isInForeignContext());
    if (!rules.isVoid && !isEmpty) this.#push(tag, node);
  }

  #end(tag: PageTag): void {
    const { tag: top, node } = this.#top;
    const { tag: name, isHeading } = tag.rules;
    if (name === 'script' && tag === top && isStillScript(node)) this.#addText('</script>');
    // Any end tag of a heading closes a heading.
    else if (tag === top || (isHeading && top.rules.isHeading)) this.#pop();
    else if (this.#nesting.isEnded(tag)) {
      while (this.#top.tag !== tag) this.#pop();
      this.#pop();
    } else if (tag.depths.length === 0 && (name === 'p' || name === 'br')) this.#append(tag, NO_ATTRIBUTES);
  }

  /** Whether this is a second `html`, `head` or `body` tag, of which browsers use only attributes. */
  #isRepeated(tag: string): boolean {
    const first = this.#frame.get(tag);
    const isHeadInBody = tag === 'head' && this.#frame.has('body');
    if (first === undefined) return isHeadInBody;
    for (const [name, value] of Object.entries(this.#attributes)) first[name] ??= value;
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

/** Whether a script continues after an end tag, within `<!--` (HTML, section 13.2.5.20 to 31). */
function isStillScript(script: HtmlElement | null): boolean {
  const pieces = script?.children ?? [];
  if (!pieces.some((piece) => typeof piece === 'string' && piece.includes('<!--'))) return false;
  const text = pieces.join('');
  const from = text.lastIndexOf('<!--');
  if (from < 0 || text.indexOf('-->', from) >= 0) return false;
  const tags = text.slice(from).match(/<\/?script(?=[\s/>])/gi) ?? [];
  return /^<s/i.test(tags.at(-1) ?? '');
}

const part: { readonly default: typeof htmlparser2.Tokenizer } = await import(
  libraryPart('htmlparser2', './Tokenizer.js')
);

/** htmlparser2's tokenizer, without the rest of the library. */
const Tokenizer = part.default;

/** The attributes of an element: names in lower case, values in which entities are decoded. */
type HtmlAttributes = Record<string, string>;

/**
 * Objects without any inherited property: a page can use any name, so none may have a meaning here, not even
 * `constructor`. A class makes them several times faster than `Object.create(null)` (measured), because the
 * engine stores objects without a prototype as hash tables.
 */
class Attributes {
  [name: string]: string;
}
Reflect.deleteProperty(Attributes.prototype, 'constructor');
Object.setPrototypeOf(Attributes.prototype, null);

/** The attributes of elements without any. */
const NO_ATTRIBUTES: HtmlAttributes = Object.freeze(new Attributes());

/** Attributes to which names of any kind can be added. */
function createAttributes(): HtmlAttributes {
  return new Attributes();
}
