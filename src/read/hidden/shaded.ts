import type { StyledElement } from './styled-element.ts';

/**
 * The elements of which only a shadow root shows that the page brings with it (HTML, `shadowrootmode`), because it has no
 * slot for what else stands in them.
 */
export function shadedHosts(elements: readonly StyledElement[]): ReadonlySet<StyledElement> {
  const roots = elements.filter(({ tag, attributes }) => {
    return tag === 'template' && /^(?:open|closed)$/i.test(attributes.shadowrootmode ?? '');
  });
  if (roots.length === 0) return new Set();
  const withSlots = new Set<StyledElement | null>();
  for (const { tag, parent } of elements) {
    if (tag !== 'slot') continue;
    for (let outer = parent; outer !== null && !withSlots.has(outer); outer = outer.parent)
      withSlots.add(outer);
  }
  return new Set(roots.flatMap((root) => (root.parent === null || withSlots.has(root) ? [] : [root.parent])));
}
