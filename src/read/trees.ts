/** Trees as `bench/extract/learn/` writes them: three numbers per node, then its left and right branch. */
type WrittenTrees = { readonly traits: readonly string[]; readonly trees: readonly (readonly number[])[] };

/**
 * The nodes of all trees; each node is followed by its left branch, then by its right branch. A leaf has no
 * trait.
 */
export type Trees<Measure> = {
  readonly measures: readonly Measure[];
  readonly traits: Int16Array;
  /** The limit of an inner node, or the value of a leaf. */
  readonly numbers: Float32Array;
  /** Where the right branch of an inner node begins. */
  readonly rights: Int32Array;
  /** Where each tree begins; trees whose leaves differ most come first. */
  readonly roots: Int32Array;
  /** For each tree, the highest total that it and all later trees can give. */
  readonly most: Float64Array;
};

const FIELDS = 3;
const LEAF = -1;

/**
 * Prepares trees for evaluation.
 * @throws Error if a tree uses a trait that does not exist
 */
export function plantTrees<Measure>(
  written: WrittenTrees,
  known: ReadonlyMap<string, Measure>,
): Trees<Measure> {
  const measures = written.traits.map((name) => {
    const measure = known.get(name);
    if (measure === undefined) throw new Error(`no trait "${name}": train forest.json again`);
    return measure;
  });
  const trees = written.trees
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

/**
 * The sum of the values that all trees give for a row of traits. Once the sum can no longer reach `least`,
 * the remaining trees are not evaluated, and the result is `least`.
 */
export function sumOfTrees(trees: Trees<unknown>, row: Float32Array, least: number): number {
  const { roots, most } = trees;
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    if (sum + (most[tree] as number) < least) return least;
    sum += leafOf(trees, roots[tree] as number, row);
  }
  return sum;
}

function leafOf({ traits, numbers, rights }: Trees<unknown>, root: number, row: Float32Array): number {
  let node = root;
  for (let trait = traits[node] as number; trait !== LEAF; trait = traits[node] as number)
    node = (row[trait] as number) <= (numbers[node] as number) ? node + 1 : (rights[node] as number);
  return numbers[node] as number;
}
