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

/** What parts words in attributes; a space that does not break is part of a name. */
const BLANKS = /[ \t\n\f\r]+/;
const NO_CLASSES: ReadonlySet<string> = new Set();

/** Makes the memory of one page. `elements` are all of it, in its order. */
export function createFacts(elements: readonly StyledElement[]): Facts {
  const classes = new Map<string, ReadonlySet<string>>();
  const positions = new Map<string, ReadonlyMap<StyledElement, number>>();
  let spans: ReadonlyMap<StyledElement | null, Span> | undefined;
  return {
    classesOf(element) {
      const stated = element.attributes.class;
      if (stated === undefined || stated === '') return NO_CLASSES;
      const known = classes.get(stated) ?? new Set(stated.split(BLANKS));
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
      spans ??= spansOf(elements);
      const from = (spans.get(element)?.at ?? elements.length) + 1;
      const end = spans.get(element.parent)?.end ?? elements.length;
      for (let at = from; at < end; at++) {
        const other = elements[at];
        if (other !== undefined) yield other;
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

/** Where an element stands among all of the page, and where what is in it ends. */
type Span = { readonly at: number; readonly end: number };

function spansOf(elements: readonly StyledElement[]): ReadonlyMap<StyledElement | null, Span> {
  const spans = new Map<StyledElement | null, Span>();
  const ends = new Map<StyledElement | null, number>();
  for (let at = elements.length - 1; at >= 0; at--) {
    const element = elements[at];
    if (element === undefined) continue;
    const end = ends.get(element) ?? at + 1;
    spans.set(element, { at, end });
    // From the back, the first that is met in a parent is the last in it.
    if (!ends.has(element.parent)) ends.set(element.parent, end);
  }
  return spans;
}
