/** A heading of a document; `isFirst` where nothing with words stands before it. */
export type Heading = { readonly level: number; readonly text: string; readonly isFirst: boolean };

/**
 * The heading that names a whole document, from all its headings in order; null where they only name sections. It has no
 * heading before it, and either the document begins with it and it has no equal, or it is of the first level: the one
 * the document begins with, or the only one.
 */
export function ownHeading(headings: readonly Heading[]): string | null {
  const [first, ...others] = headings;
  if (first === undefined) return null;
  const isAlone = others.every(({ level }) => level > first.level);
  const isNamed =
    first.level === 1 ? first.isFirst || isAlone : first.isFirst && isAlone && others.length > 0;
  return isNamed ? first.text : null;
}
