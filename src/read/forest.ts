import { TRAITS } from './block-traits.ts';
import data from './forest.json' with { type: 'json' };
import type { PageView } from './page-view.ts';

/** Nodes of all trees, each before its left and then its right branch; a leaf has no trait. */
type Forest = {
  readonly measures: readonly NonNullable<ReturnType<typeof TRAITS.get>>[];
  readonly traits: Int16Array;
  /** The limit of an inner node, the value of a leaf. */
  readonly numbers: Float32Array;
  /** Where the right branch of an inner node begins. */
  readonly rights: Int32Array;
  /** Where each tree begins. */
  readonly roots: readonly number[];
};

const FIELDS = 3;
const LEAF = -1;

const forest = planted();

/**
 * How likely each block of a page is part of its text, 0 to 1, judged by a forest of decision trees. They
 * were learned by `bench/extract/learn/`; docs/reading.md says from what, and how well they do on other
 * pages.
 */
export function chancesOf(view: PageView): number[] {
  const { measures, traits, numbers, rights, roots } = forest;
  const row = new Float32Array(measures.length);
  return view.blocks.map((block, at) => {
    for (let trait = 0; trait < measures.length; trait++)
      row[trait] = measures[trait]?.(block, at, view) ?? 0;
    let score = 0;
    for (let node of roots) {
      for (let trait = traits[node] ?? LEAF; trait !== LEAF; trait = traits[node] ?? LEAF) {
        node = (row[trait] ?? 0) <= (numbers[node] ?? 0) ? node + 1 : (rights[node] ?? 0);
      }
      score += numbers[node] ?? 0;
    }
    return 1 / (1 + Math.exp(-score));
  });
}

/** @throws Error if a tree asks for a trait that does not exist */
function planted(): Forest {
  const measures = data.traits.map((name) => {
    const measure = TRAITS.get(name);
    if (measure === undefined) throw new Error(`no trait "${name}": forest.json must be learned again`);
    return measure;
  });
  const flat = data.trees.flat();
  const size = flat.length / FIELDS;
  const traits = new Int16Array(size);
  const numbers = new Float32Array(size);
  const rights = new Int32Array(size);
  const roots: number[] = [];
  let node = 0;
  for (const tree of data.trees) {
    const root = node;
    roots.push(root);
    for (let at = 0; at < tree.length; at += FIELDS) {
      traits[node] = tree[at] ?? LEAF;
      numbers[node] = tree[at + 1] ?? 0;
      rights[node] = root + (tree[at + 2] ?? 0);
      node++;
    }
  }
  return { measures, traits, numbers, rights, roots };
}
