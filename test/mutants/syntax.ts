import { type AnyNode, type Node, parse } from 'acorn';

/** A node of the syntax tree with the nodes around it, innermost first. */
export type Place = { readonly node: AnyNode; readonly around: readonly AnyNode[] };

/** The syntax tree of JavaScript source, or null if it is not valid. */
export function parseSource(source: string): Node | null {
  try {
    return parse(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  } catch {
    return null;
  }
}

/** Every node of a tree, outermost first, without the subtrees for which `skips` is true. */
export function* placesIn(
  node: Node,
  skips: (place: Place) => boolean,
  around: readonly AnyNode[] = [],
): Generator<Place> {
  const place: Place = { node: node as AnyNode, around };
  if (skips(place)) return;
  yield place;
  const inside = [place.node, ...around];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* placesIn(child, skips, inside);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
