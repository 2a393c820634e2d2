/** An element of a page; its children in order, texts as strings with their entities decoded. Names are lower case. */
export type HtmlElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (HtmlElement | string)[];
  readonly parent: HtmlElement | null;
  /** The element before it under the same parent; null for the first. */
  readonly previous: HtmlElement | null;
};

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
