/** Trees as `bench/extract/learn/` writes them: three numbers per node, then its left and right branch. */
export type WrittenTrees = {
  readonly traits: readonly string[];
  readonly trees: readonly (readonly number[])[];
};

/** Where the traits are in a row, and which of them are the same for all rows of a page. */
export type TraitPositions = {
  readonly positions: ReadonlyMap<string, number>;
  readonly ofPage: ReadonlySet<string>;
};

/** The tests of all trees by trait and limit. A value above a limit rules out its left leaves. */
type Tests = {
  /** For each trait, its position in a row and the end of its tests. */
  readonly positions: Int16Array;
  readonly ends: Int32Array;
  /** For each test, its limit, its tree, and the leaves that remain: the leftmost leaf is the lowest bit. */
  readonly limits: Float32Array;
  readonly trees: Int16Array;
  readonly remaining: Int32Array;
};

/** Evaluates trees for the rows of one page after another. */
export type Trees = {
  /** Reads the traits of the page from its first row; must be called before the first sum of the page. */
  readonly beginPage: (rows: Float32Array) => void;
  /** The sum of all trees' values for the row at `from`, or `least` if it cannot be exceeded. */
  readonly sumOf: (rows: Float32Array, from: number, least: number) => number;
};

const FIELDS = 3;
const LEAF = -1;
/** The maximum number of leaves of one tree: the bits of a number. */
const MAX_LEAVES = 32;
const ALL_LEAVES = -1;

/**
 * Prepares trees for evaluation. They are not followed from node to node, because a processor cannot predict
 * their branches. Instead, one pass over the limits below each value rules out leaves; the leftmost leaf that
 * remains is the one to which the tests lead (C. Lucchese and others, "QuickScorer", 2015). With a walk, a
 * whole page takes 1.06 times as much CPU time. The tests of traits of the page are made once for all rows.
 * @throws Error if a tree uses a trait that does not exist, or has too many leaves
 */
export function loadTrees(written: WrittenTrees, { positions, ofPage }: TraitPositions): Trees {
  const trees = written.trees.map(toTree).sort((one, other) => other.range - one.range);
  const tests = trees
    .flatMap(testsOf)
    .sort((one, other) => one.trait - other.trait || one.limit - other.limit);
  const positionOf = written.traits.map((name) => {
    const position = positions.get(name);
    if (position === undefined) throw new Error(`no trait "${name}": train forest.json again`);
    return position;
  });
  const isOfPage = ({ trait }: Test) => ofPage.has(written.traits[trait] ?? '');
  const pageTests = toTests(tests.filter(isOfPage), positionOf);
  const rowTests = toTests(
    tests.filter((test) => !isOfPage(test)),
    positionOf,
  );
  const leaves = new Float32Array(trees.length * MAX_LEAVES);
  for (const [at, { values }] of trees.entries()) leaves.set(values, at * MAX_LEAVES);
  const most = mostFrom(trees);
  const open = { ofPage: new Int32Array(trees.length), ofRow: new Int32Array(trees.length) };
  return {
    beginPage(rows) {
      open.ofPage.fill(ALL_LEAVES);
      ruleOut(pageTests, { rows, from: 0 }, open.ofPage);
    },
    sumOf(rows, from, least) {
      open.ofRow.set(open.ofPage);
      ruleOut(rowTests, { rows, from }, open.ofRow);
      return sumOfLeaves({ leaves, most }, open.ofRow, least);
    },
  };
}

type Row = { readonly rows: Float32Array; readonly from: number };

function ruleOut(tests: Tests, { rows, from }: Row, open: Int32Array): void {
  const { positions, ends, limits, trees, remaining } = tests;
  let at = 0;
  for (let trait = 0; trait < positions.length; trait++) {
    const value = rows[from + (positions[trait] as number)] as number;
    const end = ends[trait] as number;
    for (; at < end && !(value <= (limits[at] as number)); at++) {
      const tree = trees[at] as number;
      open[tree] = (open[tree] as number) & (remaining[at] as number);
    }
    at = end;
  }
}

type Leaves = {
  /** The values of the leaves: `MAX_LEAVES` for each tree. */
  readonly leaves: Float32Array;
  /** For each tree, the highest total that it and all later trees can give. */
  readonly most: Float64Array;
};

/** Adds the value of the leftmost open leaf of each tree. */
function sumOfLeaves({ leaves, most }: Leaves, open: Int32Array, least: number): number {
  let sum = 0;
  for (let tree = 0; tree < open.length; tree++) {
    if (sum + (most[tree] as number) < least) return least;
    const bits = open[tree] as number;
    sum += leaves[tree * MAX_LEAVES + 31 - Math.clz32(bits & -bits)] as number;
  }
  return sum;
}

type Tree = {
  readonly nodes: readonly number[];
  /** The values of the leaves, from left to right. */
  readonly values: readonly number[];
  readonly most: number;
  /** Trees whose leaves differ most come first, because they decide most. */
  readonly range: number;
};

function toTree(nodes: readonly number[]): Tree {
  const values = nodes.filter((_, at) => at % FIELDS === 1 && nodes[at - 1] === LEAF);
  if (values.length > MAX_LEAVES) throw new Error(`a tree has more than ${MAX_LEAVES} leaves`);
  const most = Math.max(...values);
  return { nodes, values, most, range: most - Math.min(...values) };
}

function mostFrom(trees: readonly Tree[]): Float64Array {
  const most = new Float64Array(trees.length);
  for (let at = trees.length - 1; at >= 0; at--) most[at] = (most[at + 1] ?? 0) + (trees[at]?.most ?? 0);
  return most;
}

type Test = {
  readonly trait: number;
  readonly limit: number;
  readonly tree: number;
  readonly remaining: number;
};

function testsOf({ nodes }: Tree, tree: number): readonly Test[] {
  const tests: Test[] = [];
  let leaves = 0;
  const visit = (node: number) => {
    const at = node * FIELDS;
    const trait = nodes[at] ?? LEAF;
    if (trait === LEAF) {
      leaves++;
      return;
    }
    const first = leaves;
    visit(node + 1);
    const left = lowestBits(leaves) & ~lowestBits(first);
    tests.push({ trait, limit: nodes[at + 1] ?? 0, tree, remaining: ~left });
    visit(nodes[at + 2] ?? 0);
  };
  visit(0);
  return tests;
}

function lowestBits(count: number): number {
  return count === 32 ? ALL_LEAVES : (1 << count) - 1;
}

function toTests(tests: readonly Test[], positionOf: readonly number[]): Tests {
  const ends = new Map(tests.map(({ trait }, at) => [trait, at + 1] as const));
  return {
    positions: Int16Array.from(ends.keys(), (trait) => positionOf[trait] ?? 0),
    ends: Int32Array.from(ends.values()),
    limits: Float32Array.from(tests, ({ limit }) => limit),
    trees: Int16Array.from(tests, ({ tree }) => tree),
    remaining: Int32Array.from(tests, ({ remaining }) => remaining),
  };
}
