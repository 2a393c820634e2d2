import type { StyledElement } from './styled-element.ts';

/** What matching asks of the elements of one page again and again, worked out once. */
export type Facts = {
  readonly classesOf: (element: StyledElement) => ReadonlySet<string>;
  /** 1 for the first element under its parent. */
  readonly positionOf: (element: StyledElement) => number;
};

const NO_CLASSES: ReadonlySet<string> = new Set();

/** Makes the memory of one page. */
export function createFacts(): Facts {
  const classes = new Map<string, ReadonlySet<string>>();
  const positions = new Map<StyledElement, number>();
  return {
    classesOf(element) {
      const stated = element.attributes.class;
      if (stated === undefined || stated === '') return NO_CLASSES;
      const known = classes.get(stated) ?? new Set(stated.split(/\s+/));
      classes.set(stated, known);
      return known;
    },
    positionOf(element) {
      const known = positions.get(element);
      if (known !== undefined) return known;
      const unknown: StyledElement[] = [];
      let next: StyledElement | null = element;
      for (; next !== null && !positions.has(next); next = next.previous) unknown.push(next);
      let position = next === null ? 0 : (positions.get(next) ?? 0);
      for (const one of unknown.reverse()) positions.set(one, ++position);
      return position;
    },
  };
}
