import type { StyledElement } from './styled-element.ts';

const OF_HTML: ReadonlySet<string> = new Set(['body', 'head', 'frameset']);

/** The parent of an element, or null for `html`. */
export type ParentOf = (element: StyledElement) => StyledElement | null;

/**
 * A page may leave out its `html` and `body` tags; rules for them hold all the same. This tells the parents that
 * a browser would give the elements of one page.
 */
export function impliedParents(): ParentOf {
  const html = element('html', null);
  const bodies = new WeakMap<StyledElement, StyledElement>();
  const bodyOf = (root: StyledElement) => {
    const body = bodies.get(root) ?? element('body', root);
    bodies.set(root, body);
    return body;
  };
  return ({ tag, parent }) => {
    if (tag === 'html' || tag === '') return null;
    const outer = parent === null || parent.tag === '' ? html : parent;
    return outer.tag !== 'html' || OF_HTML.has(tag) ? outer : bodyOf(outer);
  };
}

function element(tag: string, parent: StyledElement | null): StyledElement {
  return { tag, attributes: {}, parent, previous: null };
}
