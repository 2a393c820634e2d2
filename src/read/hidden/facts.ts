import type { StyledElement } from './styled-element.ts';

/** How places among siblings are counted: of all or of those with the same tag, from the first or from the last. */
export type Counting = { readonly ofType: boolean; readonly fromEnd: boolean };

/** What matching asks of the elements of one page again and again, worked out once. */
export type Facts = {
  readonly classesOf: (element: StyledElement) => ReadonlySet<string>;
  /** 1 for the first element under its parent. */
  readonly positionOf: (element: StyledElement, counting: Counting) => number;
  /** The elements behind this one that stand in the same parent, in it or in what follows it, in the order of the page. */
  readonly following: (element: StyledElement) => Iterable<StyledElement>;
};

const NO_CLASSES: ReadonlySet<string> = new Set();

/** Makes the memory of one page. `elements` are all of it, in its order. */
export function createFacts(elements: readonly StyledElement[]): Facts {
  const classes = new Map<string, ReadonlySet<string>>();
  const positions = new Map<string, ReadonlyMap<StyledElement, number>>();
  let places: ReadonlyMap<StyledElement, number> | undefined;
  return {
    classesOf(element) {
      const stated = element.attributes.class;
      if (stated === undefined || stated === '') return NO_CLASSES;
      const known = classes.get(stated) ?? new Set(stated.split(/\s+/));
      classes.set(stated, known);
      return known;
    },
    positionOf(element, counting) {
      const key = `${counting.ofType} ${counting.fromEnd}`;
      const known = positions.get(key) ?? countSiblings(elements, counting);
      positions.set(key, known);
      // One that the page leaves out, such as its `body`, has no siblings that count.
      return known.get(element) ?? 1;
    },
    *following(element) {
      places ??= new Map(elements.map((one, at) => [one, at]));
      for (let at = (places.get(element) ?? elements.length) + 1; at < elements.length; at++) {
        const other = elements[at];
        if (other === undefined || !isInside(other, element.parent)) return;
        yield other;
      }
    },
  };
}

function countSiblings(elements: readonly StyledElement[], { ofType, fromEnd }: Counting) {
  const counts = new Map<StyledElement | null, Map<string, number>>();
  const positions = new Map<StyledElement, number>();
  for (const element of fromEnd ? elements.toReversed() : elements) {
    const family = counts.get(element.parent) ?? new Map<string, number>();
    counts.set(element.parent, family);
    const kind = ofType ? element.tag : '';
    const position = (family.get(kind) ?? 0) + 1;
    family.set(kind, position);
    positions.set(element, position);
  }
  return positions;
}

function isInside(element: StyledElement, outer: StyledElement | null): boolean {
  let parent = element.parent;
  while (parent !== null && parent !== outer) parent = parent.parent;
  return parent === outer;
}
