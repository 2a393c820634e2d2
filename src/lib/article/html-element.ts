/** An element: `children` are its elements and decoded texts, in order. Names are in lower case. */
export type HtmlElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (HtmlElement | string)[];
  readonly parent: HtmlElement | null;
  /** The preceding element with the same parent; null for the first. */
  readonly previous: HtmlElement | null;
};

/** Whether a node is an element and not text. */
export function isElement(node: HtmlElement | string): node is HtmlElement {
  return typeof node !== 'string';
}

/** All text of an element and its descendants, including white space. */
export function textOf(element: HtmlElement): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
}

/** Calls `visit` with every descendant element of `root`, in page order. */
export function eachElement(root: HtmlElement, visit: (element: HtmlElement) => void): void {
  for (const child of root.children) {
    if (!isElement(child)) continue;
    visit(child);
    eachElement(child, visit);
  }
}
