/** A part of the document, and the name of the highlight that paints it (CSS Custom Highlight API). */
export type Highlighted = { readonly name: string; readonly range: Range };

/**
 * True if the browser can paint parts of a text. With forced colours, it would paint all of them in the
 * colours of a selection.
 */
export function canHighlight(): boolean {
  return CSS.highlights !== undefined && !matchMedia('(forced-colors: active)').matches;
}

/**
 * Paints the parts without changing the DOM, so that nothing moves and a selection stays. Returns a function
 * that takes the paint away.
 */
export function highlight(parts: readonly Highlighted[]): () => void {
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
