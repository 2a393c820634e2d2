/** A part of the document, and the name of the highlight that paints it (CSS Custom Highlight API). */
export type Highlighted = { readonly name: string; readonly range: Range };

/**
 * Paints the parts without changing the DOM, so that nothing moves and a selection stays; browsers without
 * highlights paint nothing. Returns a function that takes the paint away.
 */
export function highlight(parts: readonly Highlighted[]): () => void {
  if (CSS.highlights === undefined) return () => undefined;
  for (const { name, range } of parts) {
    const painted = CSS.highlights.get(name) ?? new Highlight();
    painted.add(range);
    CSS.highlights.set(name, painted);
  }
  return () => {
    for (const { name, range } of parts) {
      const painted = CSS.highlights.get(name);
      painted?.delete(range);
      if (painted?.size === 0) CSS.highlights.delete(name);
    }
  };
}
