import type { StyledElement } from './styled-element.ts';

/** Of the elements with a shadow root that the page brings with it: the names of its slots, '' for the one without. */
export type ShadedHosts = ReadonlyMap<StyledElement, ReadonlySet<string>>;

/**
 * The elements of which only a shadow root shows (HTML, `shadowrootmode`) and what of it has room for what else stands in
 * them.
 */
export function shadedHosts(elements: readonly StyledElement[]): ShadedHosts {
  const roots = elements.filter(({ tag, attributes }) => {
    return tag === 'template' && /^(?:open|closed)$/i.test(attributes.shadowrootmode ?? '');
  });
  if (roots.length === 0) return NONE;
  const slots = new Map<StyledElement, Set<string>>(roots.map((root) => [root, new Set()]));
  for (const { tag, attributes, parent } of elements) {
    if (tag !== 'slot') continue;
    let root = parent;
    while (root !== null && !slots.has(root)) root = root.parent;
    if (root !== null) slots.get(root)?.add(attributes.name ?? '');
  }
  const hosts = new Map<StyledElement, ReadonlySet<string>>();
  for (const [{ parent }, names] of slots)
    if (parent !== null && !hosts.has(parent)) hosts.set(parent, names);
  return hosts;
}

/** Whether an element stands in one with a shadow root that has no slot for it. */
export function isShaded({ parent, attributes }: StyledElement, hosts: ShadedHosts): boolean {
  const names = parent === null ? undefined : hosts.get(parent);
  return names !== undefined && !names.has(attributes.slot ?? '');
}

const NONE: ShadedHosts = new Map();
