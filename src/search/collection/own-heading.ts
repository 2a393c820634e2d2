/** A heading of a document; `isFirst` if no words precede it. */
export type Heading = { readonly level: number; readonly text: string; readonly isFirst: boolean };

/**
 * The heading that names a whole document, from all its headings in order; null if they only name sections.
 * It is the first heading. If that is of the first level, the document must begin with it, or all others must
 * be of deeper levels; if not, both must be true, and there must be others.
 */
export function ownHeading(headings: readonly Heading[]): string | null {
  const [first, ...others] = headings;
  if (first === undefined) return null;
  const isAlone = others.every(({ level }) => level > first.level);
  const isNamed =
    first.level === 1 ? first.isFirst || isAlone : first.isFirst && isAlone && others.length > 0;
  return isNamed ? first.text : null;
}
