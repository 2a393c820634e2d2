import { setImmediate } from 'node:timers/promises';
import { compile } from 'css-select';
import {
  type AnyNode,
  type ChildNode,
  DomHandler,
  type Element,
  hasChildren,
  isTag,
  isText,
  type ParentNode,
} from 'domhandler';
import { Parser } from 'htmlparser2';

/** Real pages have fewer levels. With more levels, the parser and the functions below would become slow. */
const MAX_DEPTH = 250;
/** A result page has a few thousand elements, attributes and texts. */
const MAX_NODES = 30_000;
/** The text of a result page, with its scripts, has less than 100,000 characters. */
const MAX_TEXT_CHARS = 500_000;
/** Other tasks run after each of these pieces: two megabytes of `&` take the parser more than 50 ms. */
const PIECE_CHARS = 64_000;
const SILENT = new Set(['script', 'style', 'template', 'svg', 'noscript']);

/**
 * Parses a page or a feed leniently, and lets other tasks run meanwhile; null if it is nested more than 250 levels deep
 * or has more than 30,000 elements, attributes and texts, or more than 500,000 characters of text. The parser
 * of the library `article` follows the standard more closely, but has a thread of its own: two megabytes of
 * tags can take it two seconds.
 */
export async function parseMarkup(text: string, language: 'html' | 'xml'): Promise<ParentNode | null> {
  const handler = new BoundedHandler(() => parser.pause());
  const parser = new Parser(handler, { xmlMode: language === 'xml', lowerCaseTags: true });
  for (let at = 0; at < text.length && !handler.isTooMuch; at += PIECE_CHARS) {
    if (at > 0) await setImmediate();
    parser.write(text.slice(at, at + PIECE_CHARS));
  }
  if (handler.isTooMuch) return null;
  parser.end();
  return handler.root;
}

class BoundedHandler extends DomHandler {
  isTooMuch = false;
  #nodes = 0;
  #chars = 0;
  readonly #stop: () => void;

  constructor(stop: () => void) {
    super();
    this.#stop = stop;
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    super.onopentag(name, attributes);
    this.#count(0);
  }

  /** Attributes count while they are read, because one tag can have as many as fit in the page. */
  onattribute(): void {
    this.#count(0);
  }

  override ontext(text: string): void {
    super.ontext(text);
    this.#count(text.length);
  }

  #count(chars: number): void {
    this.#nodes++;
    this.#chars += chars;
    this.isTooMuch ||=
      this.#nodes > MAX_NODES || this.#chars > MAX_TEXT_CHARS || this.tagStack.length > MAX_DEPTH;
    if (this.isTooMuch) this.#stop();
  }
}

const compiled = new Map<string, (node: AnyNode) => boolean>();

/** True if the element matches the selector, which must not come from a page. */
export function matches(element: Element, selector: string): boolean {
  let test = compiled.get(selector);
  if (test === undefined) {
    test = compile<AnyNode, Element>(selector);
    compiled.set(selector, test);
  }
  return test(element);
}

/**
 * The elements below `root` that match the selector, in document order. Elements inside a matching element
 * are left out; otherwise, on a hostile page with 250 nested results, each result would be searched together
 * with all results inside it.
 */
export function elementsIn(root: ParentNode | null, selector: string): Element[] {
  if (root === null) return [];
  return root.children
    .filter(isTag)
    .flatMap((child) => (matches(child, selector) ? [child] : elementsIn(child, selector)));
}

/** The text inside on one line, without the content of scripts and images. */
export function textIn(element: Element): string {
  return rawTextIn(element).replace(/\s+/gu, ' ').trim();
}

function rawTextIn(node: ChildNode): string {
  if (isText(node)) return node.data;
  if (!hasChildren(node) || (isTag(node) && SILENT.has(node.name))) return '';
  return node.children.map(rawTextIn).join('');
}
