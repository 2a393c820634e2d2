import { Parser } from 'htmlparser2';

/** An element of a page; its children in order, texts as strings with their entities decoded. */
export type HtmlElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (HtmlElement | string)[];
  readonly parent: HtmlElement | null;
  /** The element before it under the same parent; null for the first. */
  readonly previous: HtmlElement | null;
};

/** Deeper than pages that people read; what nests deeper starts again at the top, so that every walk may recurse. */
const MAX_DEPTH = 400;
/**
 * Reads any text as HTML, whatever it is: never throws, takes time in proportion to its length and nests at most 400 deep.
 * Comments are gone.
 */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: {}, children: [], parent: null, previous: null };
  for (let from = 0; from < html.length; ) from += parseUntilTooDeep(html.slice(from), root);
  return root;
}

/** Adds what it reads to the root; gives back how many characters it read. The parser's own time grows with the depth. */
function parseUntilTooDeep(html: string, root: HtmlElement): number {
  const open = [root];
  const lastOf: (HtmlElement | null)[] = [lastElement(root)];
  let tooDeep = false;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const parent = open.at(-1) ?? root;
      const previous = lastOf[open.length - 1] ?? null;
      const element: HtmlElement = { tag, attributes, children: [], parent, previous };
      if (!tooDeep) parent.children.push(element);
      lastOf[open.length - 1] = element;
      lastOf[open.length] = null;
      open.push(element);
      if (open.length <= MAX_DEPTH) return;
      tooDeep = true;
      parser.pause();
    },
    ontext(text) {
      if (!tooDeep) open.at(-1)?.children.push(text);
    },
    onclosetag: () => open.pop(),
  });
  parser.write(html);
  if (tooDeep) return parser.endIndex + 1;
  parser.end();
  return html.length;
}

function lastElement(parent: HtmlElement): HtmlElement | null {
  return parent.children.findLast(isElement) ?? null;
}

/** Whether a text node or an element is an element. */
export function isElement(node: HtmlElement | string): node is HtmlElement {
  return typeof node !== 'string';
}

/** All text below an element as it stands, white space included. */
export function textOf(element: HtmlElement): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
}

/** Calls `visit` with every element below `root`, in the order of the page. */
export function eachElement(root: HtmlElement, visit: (element: HtmlElement) => void): void {
  for (const child of root.children) {
    if (!isElement(child)) continue;
    visit(child);
    eachElement(child, visit);
  }
}
