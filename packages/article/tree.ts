import {
  type ChildNode,
  DomHandler,
  type Element,
  isComment,
  isTag,
  isText,
  type ParentNode,
} from 'domhandler';
import { Parser } from 'htmlparser2';

/** Deeper than pages that people read, and shallow enough for recursion. */
const MAX_DEPTH = 400;
/** More than the longest lists that people read; a page of 2 MB can have 400,000 cells. */
const MAX_ELEMENTS = 60_000;
/** The cost of an end tag grows with the depth, so a page that goes on nesting is not read further. */
const MAX_SKIPPED_DEPTH = 2_000;
const PIECE_CHARS = 16_000;
/** Nobody sees them; as spaces, they do not stand at the ends of a text. */
const CONTROLS = /[\p{Cc}--[\t\n\f\r]]+/gv;

/**
 * Parses any text as HTML. Never throws; takes time in proportion to the length. Elements that are nested
 * more than 400 levels deep, and those after the first 60,000, are left out with their text: moving them up
 * could take them out of an element that hides them. The parts of a streamed page are put in their places.
 */
export function parseHtml(html: string): ParentNode {
  const handler = new BoundedHandler();
  const parser = new Parser(handler);
  // In HTML this begins a comment that ends at the next `>`; the parser would look for `]]>`.
  const text = html.replaceAll('<![CDATA[', '<!DATA[[[').replace(CONTROLS, ' ');
  for (let at = 0; at < text.length && handler.skippedDepth < MAX_SKIPPED_DEPTH; at += PIECE_CHARS)
    parser.write(text.slice(at, at + PIECE_CHARS));
  parser.end();
  if (handler.late.size > 0) placeLateParts(handler);
  return handler.root;
}

/** A part of a streamed page: `P:1` and `B:1` are places, `S:1` is what comes later; an application may put a name in front. */
const STREAMED = /^([\w-]{0,40})([BPS]):([\da-z]{1,9})$/;

class BoundedHandler extends DomHandler {
  /** How many open elements are left out. */
  skippedDepth = 0;
  /** The parts that a stream sends late, and the places for them, by id. */
  readonly late = new Map<string, Element>();
  readonly places = new Map<string, Element>();
  #elements = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.skippedDepth > 0 || this.tagStack.length > MAX_DEPTH || ++this.#elements > MAX_ELEMENTS) {
      this.skippedDepth++;
      return;
    }
    super.onopentag(name, attributes);
    const { id } = attributes;
    const kind = id?.includes(':') ? STREAMED.exec(id)?.[2] : undefined;
    if (id === undefined || kind === undefined) return;
    const parts = kind === 'S' ? this.late : this.places;
    if (!parts.has(id)) parts.set(id, this.tagStack.at(-1) as Element);
  }

  override onclosetag(): void {
    if (this.skippedDepth > 0) this.skippedDepth--;
    else super.onclosetag();
  }

  override ontext(text: string): void {
    if (this.skippedDepth === 0) super.ontext(text);
  }

  /** Of the comments, only the marks of streamed parts (`<!--$?-->` and `<!--/$-->`) are kept. */
  override oncomment(text: string): void {
    if (this.skippedDepth === 0 && /^\/?\$[?!~]?$/.test(text)) super.oncomment(text);
    else this.lastNode = null;
  }

  override oncommentend(): void {
    this.lastNode = null;
  }

  override onprocessinginstruction(): void {}
}

/** Puts the parts that React sends late into their places; what was shown meanwhile goes. */
function placeLateParts({ late, places }: BoundedHandler): void {
  for (const [id, place] of places) {
    const [, app = '', kind, number] = STREAMED.exec(id) ?? [];
    const part = late.get(`${app}S:${number}`);
    const parent = place.parent;
    if (part === undefined || parent === null || isInside(place, part)) continue;
    const from = parent.children.indexOf(place);
    let to = from + 1;
    // The text that is shown meanwhile ends at the mark of the place, behind the places inside it.
    if (kind === 'B') {
      let open = 1;
      for (; to < parent.children.length && open > 0; to++) {
        const node = parent.children[to] as ChildNode;
        if (isComment(node)) open += node.data.startsWith('/') ? -1 : 1;
      }
      if (open > 0) to = from + 1;
    }
    const children = [...parent.children.slice(0, from), ...part.children, ...parent.children.slice(to)];
    setChildren(parent, children);
    setChildren(part, []);
  }
}

function isInside(node: Element, other: Element): boolean {
  for (let at: ParentNode | null = node; at !== null; at = at.parent) if (at === other) return true;
  return false;
}

function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children;
  for (const [at, child] of children.entries()) {
    child.parent = parent;
    child.prev = children[at - 1] ?? null;
    child.next = children[at + 1] ?? null;
  }
}

/**
 * All text of a node and its descendants, including white space; the beginning of it if characters and
 * elements together are more than `most`.
 */
export function textOf(node: ParentNode, most = Number.POSITIVE_INFINITY): string {
  let text = '';
  let left = most;
  const read = ({ children }: ParentNode): void => {
    for (const child of children) {
      if (left <= 0) return;
      if (isText(child)) {
        text += left < child.data.length ? child.data.slice(0, left) : child.data;
        left -= child.data.length;
      } else if (isTag(child)) {
        left--;
        read(child);
      }
    }
  };
  read(node);
  return text;
}

/** Calls `visit` with every element inside `root`, in page order. */
export function eachElement(root: ParentNode, visit: (element: Element) => void): void {
  for (const child of root.children) {
    if (!isTag(child)) continue;
    visit(child);
    eachElement(child, visit);
  }
}

/** The ARIA role of an element: its first token in lower case; empty if it has none. */
export function roleOf({ attribs: { role = '' } }: Element): string {
  return role === '' ? '' : (role.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '');
}

/** Whether all text of an element is in bold. */
export function isBold({ children }: Element): boolean {
  const [only, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '');
  return (
    only !== undefined && others.length === 0 && isTag(only) && (only.name === 'b' || only.name === 'strong')
  );
}
