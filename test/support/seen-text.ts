import { createVisibilityCheck } from '../../src/lib/article/hidden/visibility-check.ts';
import { type HtmlElement, isElement } from '../../src/lib/article/html-element.ts';
import { parseHtml } from '../../src/lib/article/html-tree.ts';

/** All text of a page that a person would see. */
export function seenIn(html: string): string {
  const root = parseHtml(html);
  const { visibilityOf } = createVisibilityCheck(root);
  const read = (element: HtmlElement): string => {
    const sight = visibilityOf(element);
    if (sight === 'gone') return '';
    return element.children
      .map((child) => (isElement(child) ? read(child) : sight === 'seen' ? child : ''))
      .join('');
  };
  return read(root);
}
