/** The deepest nesting of brackets; an image text may contain a link, and rarely anything deeper. */
const MAX_HEIGHT = 8;
const BRACKET = /\\.|[[\]]/g;

/**
 * The offsets of opening brackets that are closed and contain at most eight levels of others. Brackets in
 * code count, too.
 */
export function openingBrackets(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  /** Open brackets, each with the number of levels inside it. */
  const open: { readonly at: number; height: number }[] = [];
  for (const match of text.matchAll(BRACKET)) {
    if (match[0] === '[') open.push({ at: match.index, height: 1 });
    if (match[0] !== ']') continue;
    const closed = open.pop();
    if (closed === undefined) continue;
    if (closed.height <= MAX_HEIGHT) found.add(closed.at);
    const outer = open.at(-1);
    if (outer !== undefined) outer.height = Math.max(outer.height, closed.height + 1);
  }
  return found;
}
