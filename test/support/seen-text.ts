import { createHiding } from '../../src/lib/article/hidden/hiding.ts';
import { type HtmlElement, isElement } from '../../src/lib/article/html-element.ts';
import { parseHtml } from '../../src/lib/article/html-tree.ts';

/** All text of a page that a person would see. */
export function seenIn(html: string): string {
  const root = parseHtml(html);
  const { sightOf } = createHiding(root);
  const read = (element: HtmlElement): string => {
    const sight = sightOf(element);
    if (sight === 'gone') return '';
    return element.children
      .map((child) => (isElement(child) ? read(child) : sight === 'seen' ? child : ''))
      .join('');
  };
  return read(root);
}
