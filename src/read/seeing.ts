import { createHiding, type Sight } from './hidden/hiding.ts';
import { type Sheet, sheetOf } from './hidden/sheet.ts';
import { eachElement, type HtmlElement, textOf } from './html-element.ts';
import { type Part, withChildren } from './part.ts';

type SightOf = (element: HtmlElement) => Sight;

/**
 * Creates the step that removes from a part what a person would not see, according to the page's style
 * sheets. It costs more than all other steps, so boilerplate should be removed first.
 */
export function createSeeing(page: HtmlElement): (part: Part) => Part {
  const elements: HtmlElement[] = [];
  eachElement(page, (element) => elements.push(element));
  const sheets = sheetsOf(elements);
  const seen = (part: Part, sight: Sight, sightOf: SightOf): Part => {
    let changed = false;
    const children: (Part | string)[] = [];
    for (const child of part.children) {
      if (typeof child === 'string') {
        if (sight === 'seen') children.push(child);
        else changed = true;
        continue;
      }
      const childSight = child.chars === 0 ? 'seen' : sightOf(child.element);
      const next =
        childSight === 'gone' ? null : child.chars === 0 ? child : seen(child, childSight, sightOf);
      if (next !== null) children.push(next);
      changed ||= next !== child;
    }
    return changed ? withChildren(part, children) : part;
  };
  return (part) => seen(part, 'seen', createHiding(sheets, elements, elementsWithText(part)));
}

function elementsWithText(part: Part, found: HtmlElement[] = []): HtmlElement[] {
  for (const child of part.children) {
    if (typeof child === 'string' || child.chars === 0) continue;
    found.push(child.element);
    elementsWithText(child, found);
  }
  return found;
}

function sheetsOf(elements: readonly HtmlElement[]): Sheet[] {
  const sheets: Sheet[] = [];
  for (const element of elements) {
    if ((element.tag !== 'style' && element.tag !== 'link') || isInert(element)) continue;
    const sheet = sheetOf(element.tag, element.attributes, textOf(element));
    if (sheet !== null) sheets.push({ ...sheet, owner: element.parent });
  }
  return sheets;
}

/** Whether a style sheet is in a place where a browser that runs scripts ignores it. */
function isInert({ parent }: HtmlElement): boolean {
  for (let outer = parent; outer !== null; outer = outer.parent) {
    if (outer.tag === 'noscript' || outer.tag === 'template') return true;
  }
  return false;
}
