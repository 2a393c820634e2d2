import { createHiding } from '../../src/read/hidden/hiding.ts';
import { type Sheet, sheetOf } from '../../src/read/hidden/sheet.ts';
import { eachElement, type HtmlElement, isElement, textOf } from '../../src/read/html-element.ts';
import { parseHtml } from '../../src/read/html-tree.ts';

/** All text of a page that a person would see. */
export function seenIn(html: string): string {
  const root = parseHtml(html);
  const elements: HtmlElement[] = [];
  eachElement(root, (element) => elements.push(element));
  const sheets = elements.flatMap((element): Sheet[] => {
    const sheet = sheetOf(element.tag, element.attributes, textOf(element));
    return sheet === null ? [] : [{ ...sheet, owner: element.parent }];
  });
  const sightOf = createHiding(sheets, elements);
  const read = (element: HtmlElement): string => {
    const sight = sightOf(element);
    if (sight === 'gone') return '';
    return element.children
      .map((child) => (isElement(child) ? read(child) : sight === 'seen' ? child : ''))
      .join('');
  };
  return read(root);
}
