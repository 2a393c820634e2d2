import { createHiding, type Hiding, type Sight } from './hidden/hiding.ts';
import type { HtmlElement } from './html-element.ts';
import { type Part, withChildren } from './part.ts';

/**
 * A page whose main part is hidden waits for a script, so that part is read. It must have at least this share
 * of the page's prose and of its text.
 */
const MOST = 0.5;
/** At most this share of the article may be outside that hidden part. */
const LITTLE = 0.25;
const MAX_REVEALED = 3;

/**
 * Creates the step that removes from a part what a person would not see, by the style sheets of the page. It
 * costs more than the steps that remove boilerplate, so it comes after them.
 * @param tree the page's elements
 * @param page all of its text
 */
export function createSeeing(tree: HtmlElement, page: Part): (part: Part) => Part {
  let hiding: Hiding | undefined;
  return (part) => {
    hiding ??= createHiding(tree);
    for (let revealed = 0; ; revealed++) {
      const { seen, hidden } = withoutHidden(part, hiding);
      const isWaiting =
        hidden !== null &&
        hidden.proseChars >= page.proseChars * MOST &&
        hidden.chars >= page.chars * MOST &&
        seen.proseChars <= part.proseChars * LITTLE;
      if (!isWaiting || revealed === MAX_REVEALED) return seen;
      hiding.reveal(hidden.element);
    }
  };
}

/** The visible part of a part, and the hidden part in it that has the most prose. */
function withoutHidden(
  part: Part,
  { sightOf }: Hiding,
): { readonly seen: Part; readonly hidden: Part | null } {
  let hidden: Part | null = null;
  const within = (outer: Part, sight: Sight): Part => {
    let changed = false;
    const children: (Part | string)[] = [];
    for (const child of outer.children) {
      const next = typeof child === 'string' ? (sight === 'seen' ? child : null) : seenChild(child);
      if (next !== null) children.push(next);
      changed ||= next !== child;
    }
    return changed ? withChildren(outer, children) : outer;
  };
  const seenChild = (child: Part): Part | null => {
    if (child.chars === 0) return child;
    const sight = sightOf(child.element);
    if (sight !== 'seen' && child.proseChars > (hidden?.proseChars ?? 0)) hidden = child;
    return sight === 'gone' ? null : within(child, sight);
  };
  return { seen: within(part, 'seen'), hidden };
}
