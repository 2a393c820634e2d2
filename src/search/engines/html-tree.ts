import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';

/** An element of a page with its children in order; texts are strings with decoded entities. */
export type TreeElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (TreeElement | string)[];
};

/** Real pages have fewer levels. With more levels, the parser and the functions below would become slow. */
const MAX_DEPTH = 250;
/** A result page has a few thousand elements, attributes and texts. */
const MAX_NODES = 30_000;
/** The text of a result page, with its scripts, has less than 100,000 characters. */
const MAX_TEXT_CHARS = 500_000;
/** Other tasks run after each of these pieces: two megabytes of `&` take the parser more than 50 ms. */
const PIECE_CHARS = 64_000;
/** Classes are split for each test, so their length is limited; real pages have 200 characters. */
const MAX_CLASS_CHARS = 1_000;
const SILENT = new Set(['script', 'style', 'template', 'svg', 'noscript']);

/**
 * Parses a page leniently, and lets other tasks run meanwhile; null if it is nested more than 250 levels deep
 * or has more than 30,000 elements, attributes and texts, or more than 500,000 characters of text. The parser
 * of `src/lib/article/` follows the standard more closely, but has a thread of its own: two megabytes of tags
 * can take it two seconds.
 */
export async function parseHtml(html: string): Promise<TreeElement | null> {
  const root: TreeElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  let [nodes, chars] = [0, 0];
  let isTooMuch = false;
  const count = () => {
    isTooMuch ||= ++nodes > MAX_NODES || open.length > MAX_DEPTH || chars > MAX_TEXT_CHARS;
    if (isTooMuch) parser.pause();
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const element: TreeElement = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
      count();
    },
    onattribute: count,
    ontext(text) {
      open.at(-1)?.children.push(text);
      chars += text.length;
      count();
    },
    onclosetag: () => open.pop(),
  });
  for (let at = 0; at < html.length && !isTooMuch; at += PIECE_CHARS) {
    if (at > 0) await setImmediate();
    parser.write(html.slice(at, at + PIECE_CHARS));
  }
  if (isTooMuch) return null;
  parser.end();
  return root;
}

/**
 * The elements below `root` that match, in document order. Elements inside a matching element are left out;
 * otherwise, on a hostile page with 250 nested results, each result would be searched together with all
 * results inside it.
 */
export function elementsIn(root: TreeElement, matches: (element: TreeElement) => boolean): TreeElement[] {
  const found: TreeElement[] = [];
  const search = ({ children }: TreeElement) => {
    for (const child of children) {
      if (typeof child === 'string') continue;
      if (matches(child)) found.push(child);
      else search(child);
    }
  };
  search(root);
  return found;
}

/** The text inside, without the content of scripts and images. */
export function textIn(element: TreeElement): string {
  if (SILENT.has(element.name)) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}

/** Returns a test for elements with this name (any if empty) and all of these classes. */
export function tagged(name: string, ...classes: readonly string[]): (element: TreeElement) => boolean {
  return (element) => {
    if (name !== '' && element.name !== name) return false;
    if (classes.length === 0) return true;
    const ownClasses = (element.attributes.class ?? '').slice(0, MAX_CLASS_CHARS).split(/\s+/);
    return classes.every((className) => ownClasses.includes(className));
  };
}
