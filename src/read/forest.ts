import { TRAITS } from './block-traits.ts';
import data from './forest.json' with { type: 'json' };
import type { PageView } from './page-view.ts';

/**
 * The nodes of all trees; each node comes before its left branch, which comes before its right branch; a leaf
 * has no trait.
 */
type Forest = {
  readonly measures: readonly NonNullable<ReturnType<typeof TRAITS.get>>[];
  readonly traits: Int16Array;
  /** The limit of an inner node, or the value of a leaf. */
  readonly numbers: Float32Array;
  /** Where the right branch of an inner node begins. */
  readonly rights: Int32Array;
  /** Where each tree begins; trees whose leaves differ most come first. */
  readonly roots: Int32Array;
  /** The highest total that each tree and all later ones can give. */
  readonly most: Float64Array;
};

const FIELDS = 3;
const LEAF = -1;

const forest = planted();

/** A block with a lower score is certainly not text; the remaining trees are not evaluated. */
const LEAST_SCORE = -4;
/** For the scores of other blocks, longer blocks count no more than this. */
const MAX_WEIGHT_CHARS = 300;

/**
 * The probability that each block of a page is part of its text, 0 to 1, according to a forest of decision
 * trees. They were trained by `bench/extract/learn/`; docs/reading.md describes the training data and the
 * results on other pages.
 */
export function chancesOf(view: PageView): number[] {
  const { measures, roots, most } = forest;
  const row = new Float32Array(measures.length);
  const scores = view.blocks.map((block, at) => {
    for (let trait = 0; trait < measures.length; trait++)
      row[trait] = measures[trait]?.(block, at, view) ?? 0;
    let score = 0;
    for (let tree = 0; tree < roots.length; tree++) {
      if (score + (most[tree] as number) < LEAST_SCORE) return LEAST_SCORE;
      score += scoreOf(roots[tree] as number, row);
    }
    return score;
  });
  return toChances(view, scores);
}

/**
 * The probabilities of blocks, from the scores that the trees gave them: the mean of a block's own score and
 * the scores of the blocks with the same path. Blocks with the same path mostly belong to the text together,
 * or not at all.
 */
export function toChances({ blocks }: PageView, scores: readonly number[]): number[] {
  const bounded = scores.map((score) => Math.max(LEAST_SCORE, score));
  const paths = new Map<number, { sum: number; weight: number }>();
  for (const [at, { block, chars }] of blocks.entries()) {
    const path = paths.get(block.place.path) ?? { sum: 0, weight: 0 };
    const weight = 1 + Math.min(chars, MAX_WEIGHT_CHARS);
    path.sum += weight * (bounded[at] ?? 0);
    path.weight += weight;
    paths.set(block.place.path, path);
  }
  return blocks.map(({ block: { place } }, at) => {
    const own = bounded[at] ?? 0;
    const { sum, weight } = paths.get(place.path) ?? { sum: own, weight: 1 };
    return 1 / (1 + Math.exp(-(own + sum / weight) / 2));
  });
}

function scoreOf(root: number, row: Float32Array): number {
  const { traits, numbers, rights } = forest;
  let node = root;
  for (let trait = traits[node] as number; trait !== LEAF; trait = traits[node] as number)
    node = (row[trait] as number) <= (numbers[node] as number) ? node + 1 : (rights[node] as number);
  return numbers[node] as number;
}

/** @throws Error if a tree uses a trait that does not exist */
function planted(): Forest {
  const measures = data.traits.map((name) => {
    const measure = TRAITS.get(name);
    if (measure === undefined) throw new Error(`no trait "${name}": forest.json must be learned again`);
    return measure;
  });
  const trees = data.trees
    .map((tree) => {
      const leaves = tree.filter((_, at) => at % FIELDS === 1 && tree[at - 1] === LEAF);
      return { tree, most: Math.max(...leaves), least: Math.min(...leaves) };
    })
    .sort((one, other) => other.most - other.least - (one.most - one.least));
  const size = trees.reduce((sum, { tree }) => sum + tree.length / FIELDS, 0);
  const traits = new Int16Array(size);
  const numbers = new Float32Array(size);
  const rights = new Int32Array(size);
  const roots = new Int32Array(trees.length);
  const most = new Float64Array(trees.length);
  let node = 0;
  for (const [position, { tree }] of trees.entries()) {
    const root = node;
    roots[position] = root;
    for (let at = 0; at < tree.length; at += FIELDS) {
      traits[node] = tree[at] ?? LEAF;
      numbers[node] = tree[at + 1] ?? 0;
      rights[node] = root + (tree[at + 2] ?? 0);
      node++;
    }
  }
  for (let at = trees.length - 1; at >= 0; at--) most[at] = (most[at + 1] ?? 0) + (trees[at]?.most ?? 0);
  return { measures, traits, numbers, rights, roots, most };
}
