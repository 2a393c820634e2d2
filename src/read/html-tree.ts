import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { createReach } from './end-tag-reach.ts';
import type { HtmlElement } from './html-element.ts';
import {
  CLOSED_BY,
  ENDS_FOREIGN,
  FOREIGN_TAGS,
  FORMAT_BOUNDS,
  HTML_AGAIN_TAGS,
  RAW_TEXT_TAGS,
  VOID_TAGS,
} from './html-nesting.ts';
import { createOpenFormats } from './open-formats.ts';

/** Deeper than pages that people read, and shallow enough for recursion. */
const MAX_DEPTH = 400;
/** Decoding each by itself gives a flat text, which is quicker to go through. */
const ENTITY = /&#?[a-z0-9]+;?/gi;
const HEADING = /^h[1-6]$/;

/** The attributes of elements without any. */
const NONE: Record<string, string> = Object.freeze(Object.create(null));
/** An object in which nothing has a name yet; adding names to it is cheaper than to `{}`. */
const withoutNames = (): Record<string, string> => Object.create(null);

/** An open element; `last` is its last child element so far. It has no node if it is nested too deep. */
type Open = { readonly tag: string; readonly node: HtmlElement | null; last: HtmlElement | null };

/**
 * Parses any text as HTML: never throws, takes time in proportion to the length and nests at most 400 levels
 * deep. Deeper elements are left out with their text, because moving them up could take them out of an
 * element that hides them. Comments are left out.
 */
export function parseHtml(html: string): HtmlElement {
  const { root, callbacks } = createTreeBuilder(html);
  // Without entities the tokenizer skips from mark to mark; the builder decodes them.
  const tokenizer = new Tokenizer({ decodeEntities: false }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return root;
}

/**
 * Builds a tree from the tokens of `html`. The library's own parser takes time proportional to depth times
 * length; here a tag costs the same at any depth.
 */
function createTreeBuilder(html: string): {
  readonly root: HtmlElement;
  readonly callbacks: TokenizerCallbacks;
} {
  const root: HtmlElement = { tag: '', attributes: {}, children: [], parent: null, previous: null };
  let top: Open = { tag: '', node: root, last: null };
  const open: Open[] = [top];
  const reach = createReach();
  /** Whether the position is inside svg or math; the outermost state comes first. */
  const foreign: boolean[] = [false];
  let tag = '';
  let attributes: Record<string, string> = NONE;
  let [attributeName, attributeValue] = ['', ''];

  const formats = createOpenFormats();
  const isForeign = () => foreign.at(-1) === true;
  const append = (name: string, stated: Record<string, string>): HtmlElement | null => {
    if (top.node === null || open.length > MAX_DEPTH) return null;
    const node = { tag: name, attributes: stated, children: [], parent: top.node, previous: top.last };
    top.node.children.push(node);
    top.last = node;
    return node;
  };
  const push = (name: string, node: HtmlElement | null) => {
    top = { tag: name, node, last: null };
    open.push(top);
    reach.enter(name);
    if (FOREIGN_TAGS.has(name)) foreign.push(true);
    else if (HTML_AGAIN_TAGS.has(name)) foreign.push(false);
  };
  const pop = (isEnded = false) => {
    const { tag: name } = top;
    if (!isEnded && top.node !== null) formats.leave(name, top.node.attributes);
    open.pop();
    top = open.at(-1) ?? top;
    reach.leave(name);
    if (FOREIGN_TAGS.has(name) || HTML_AGAIN_TAGS.has(name)) foreign.pop();
  };
  const endStartTag = (isClosed: boolean) => {
    // Browsers ignore a form inside a form.
    if (tag === 'form' && reach.isOpen('form')) return;
    if (isForeign() && ENDS_FOREIGN.has(tag)) while (isForeign()) pop();
    const closed = CLOSED_BY.get(tag);
    while (closed?.has(top.tag)) pop();
    const node = append(tag, attributes);
    if (!VOID_TAGS.has(tag) && !(isClosed && (isForeign() || FOREIGN_TAGS.has(tag)))) push(tag, node);
  };
  const endElement = (name: string) => {
    if (name === 'script' && top.tag === 'script' && isStillScript(top.node)) return addText('</script>');
    // The end tag of any heading level closes a heading.
    if (HEADING.test(name) && HEADING.test(top.tag)) pop(true);
    else if (reach.isEnded(name)) {
      while (top.tag !== name) pop();
      pop(!FORMAT_BOUNDS.has(name));
    } else if (reach.isOpen(name) || formats.end(name)) return;
    else if (name === 'p' || name === 'br') append(name, {});
  };
  const nameAt = (from: number, to: number) => {
    const name = html.slice(from, to).toLowerCase();
    return name === 'image' && !isForeign() ? 'img' : name;
  };
  const addText = (text: string) => {
    if (formats.isAny() && text.trim() !== '')
      for (const format of formats.take()) push(format.tag, append(format.tag, format.attributes));
    top.node?.children.push(text);
  };
  const pass = () => undefined;

  const callbacks: TokenizerCallbacks = {
    onopentagname(from, to) {
      tag = nameAt(from, to);
      attributes = NONE;
    },
    onattribname(from, to) {
      attributeName = html.slice(from, to).toLowerCase();
      attributeValue = '';
    },
    onattribdata(from, to) {
      attributeValue += html.slice(from, to);
    },
    onattribentity: pass,
    onattribend() {
      if (attributes === NONE) attributes = withoutNames();
      // The first of two counts.
      attributes[attributeName] ??= attributeValue.includes('&')
        ? decodeHTMLAttribute(attributeValue)
        : attributeValue;
    },
    onopentagend: () => endStartTag(false),
    onselfclosingtag: () => endStartTag(true),
    onclosetag: (from, to) => endElement(nameAt(from, to)),
    ontext(from, to) {
      const text = html.slice(from, to);
      const isRaw = !text.includes('&') || (RAW_TEXT_TAGS.has(top.tag) && !isForeign());
      addText(isRaw ? text : text.replace(ENTITY, (entity) => decodeHTML(entity)));
    },
    ontextentity: pass,
    oncdata(from, to, endChars) {
      if (isForeign()) addText(html.slice(from, to - endChars));
    },
    isInForeignContext: isForeign,
    oncomment: pass,
    ondeclaration: pass,
    onprocessinginstruction: pass,
    onend: pass,
  };
  return { root, callbacks };
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
