import { Parser } from 'htmlparser2';

/** An element of a page; its children in order, texts as strings with their entities decoded. */
export type HtmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (HtmlElement | string)[];
};

/** No page that people read nests deeper; past it the walks below and the parser's own would get expensive. */
const MAX_DEPTH = 250;
const SILENT = new Set(['script', 'style', 'template', 'svg', 'noscript']);

/** Reads a page as far as it makes sense; null for one that nests without end. */
export function parseHtml(html: string): HtmlElement | null {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  let tooDeep = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const element: HtmlElement = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
      if (open.length <= MAX_DEPTH) return;
      tooDeep = true;
      parser.pause();
    },
    ontext: (text) => open.at(-1)?.children.push(text),
    onclosetag: () => open.pop(),
  });
  parser.write(html);
  if (tooDeep) return null;
  parser.end();
  return root;
}

/** The elements below `root` that `matches` tells, in the order of the page. */
export function elementsIn(root: HtmlElement, matches: (element: HtmlElement) => boolean): HtmlElement[] {
  return root.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    const inside = elementsIn(child, matches);
    return matches(child) ? [child, ...inside] : inside;
  });
}

/** The text inside, without that of scripts and pictures. */
export function textIn(element: HtmlElement): string {
  if (SILENT.has(element.name)) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}

/** A test for elements with this name (any, when empty) and all of these classes. */
export function tagged(name: string, ...classes: readonly string[]): (element: HtmlElement) => boolean {
  return (element) => {
    if (name !== '' && element.name !== name) return false;
    if (classes.length === 0) return true;
    const own = (element.attributes.class ?? '').split(/\s+/);
    return classes.every((one) => own.includes(one));
  };
}
