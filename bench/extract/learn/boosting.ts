import { createRandom, type Random } from '../../fuzz-time/random.ts';

/** Training rows: each column holds bins from 0 up; labels are shares, 0 to 1. */
export type Examples = {
  readonly columns: readonly Uint8Array[];
  readonly labels: Float32Array;
  readonly weights: Float32Array;
};

/** A node of a tree: a test of a column (`bin <= limit` goes left), or the value of a leaf. */
export type Node =
  | {
      readonly column: number;
      readonly limit: number;
      readonly gain: number;
      readonly left: Node;
      readonly right: Node;
    }
  | { readonly value: number };

/** How trees are grown. */
export type Growing = {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** The shares of the columns and rows that each tree sees. */
  readonly columnShare: number;
  readonly rowShare: number;
  /** The minimum sum of curvatures in a leaf, and the regularisation that is added to it. */
  readonly minCurvature: number;
  readonly caution: number;
  /** The number of bins of a column. */
  readonly bins: number;
};

type Leaf = {
  readonly rows: Int32Array;
  /** Gradients and curvatures by bin, for each of the tree's columns. */
  readonly sums: Float64Array;
  readonly split: Split | null;
};
type Split = { readonly gain: number; readonly column: number; readonly limit: number };
type Draft = { -readonly [Key in 'column' | 'limit' | 'gain' | 'left' | 'right' | 'value']?: unknown };

/**
 * Gradient boosting with logistic loss: trees that grow at the leaf with the largest gain (J. Friedman,
 * "Greedy function approximation", 2001; histograms as in G. Ke and others, "LightGBM", 2017).
 */
export function boost(
  examples: Examples,
  rows: Int32Array,
  { growing, columns: allowed }: { readonly growing: Growing; readonly columns: readonly number[] },
): Node[] {
  const random = createRandom(7);
  const { labels, weights } = examples;
  const scores = new Float32Array(labels.length);
  const gradients = new Float32Array(labels.length);
  const curvatures = new Float32Array(labels.length);
  const trees: Node[] = [];
  const table = toTable(examples.columns, allowed);
  for (let tree = 0; tree < growing.trees; tree++) {
    for (const row of rows) {
      const chance = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      gradients[row] = (weights[row] ?? 0) * (chance - (labels[row] ?? 0));
      curvatures[row] = (weights[row] ?? 0) * chance * (1 - chance);
    }
    const sample = rows.filter(() => random.below(1_000) < growing.rowShare * 1_000);
    const columns = someColumns(allowed, growing.columnShare, random);
    const grown = growTree({ examples, table, gradients, curvatures, columns, growing }, sample);
    trees.push(grown);
    for (const row of rows) scores[row] = (scores[row] ?? 0) + scoreOf(grown, examples.columns, row);
  }
  return trees;
}

/** The value that a tree gives a row. */
export function scoreOf(tree: Node, columns: readonly Uint8Array[], row: number): number {
  let node = tree;
  while (!('value' in node)) node = (columns[node.column]?.[row] ?? 0) <= node.limit ? node.left : node.right;
  return node.value;
}

/** The bins of some columns, row by row, because a row's bins are then near each other in memory. */
type Table = {
  readonly bins: Uint8Array;
  readonly width: number;
  readonly positions: ReadonlyMap<number, number>;
};

function toTable(columns: readonly Uint8Array[], allowed: readonly number[]): Table {
  const width = allowed.length;
  const bins = new Uint8Array(width * (columns[0]?.length ?? 0));
  for (const [position, column] of allowed.entries()) {
    for (const [row, bin] of (columns[column] ?? []).entries()) bins[row * width + position] = bin;
  }
  return { bins, width, positions: new Map(allowed.map((column, position) => [column, position] as const)) };
}

type Ground = {
  readonly examples: Examples;
  readonly table: Table;
  readonly gradients: Float32Array;
  readonly curvatures: Float32Array;
  readonly columns: readonly number[];
  readonly growing: Growing;
};

function someColumns(allowed: readonly number[], share: number, random: Random): number[] {
  return allowed.filter(() => random.below(1_000) < share * 1_000);
}

function growTree(ground: Ground, rows: Int32Array): Node {
  const { growing, examples } = ground;
  const drafts = new Map<Leaf, Draft>();
  const first = toLeaf(ground, rows, sumsOf(ground, rows));
  const root: Draft = {};
  drafts.set(first, root);
  while (drafts.size < growing.leaves) {
    let best: Leaf | null = null;
    for (const leaf of drafts.keys()) if ((leaf.split?.gain ?? 0) > (best?.split?.gain ?? 0)) best = leaf;
    const split = best?.split;
    if (best === null || split === null || split === undefined) break;
    const bins = examples.columns[split.column] ?? new Uint8Array();
    const left = best.rows.filter((row) => (bins[row] ?? 0) <= split.limit);
    const right = best.rows.filter((row) => (bins[row] ?? 0) > split.limit);
    const smaller = left.length < right.length ? left : right;
    const few = sumsOf(ground, smaller);
    const many = best.sums.map((sum, bin) => sum - (few[bin] ?? 0));
    const draft = drafts.get(best) ?? {};
    drafts.delete(best);
    const [leftDraft, rightDraft]: [Draft, Draft] = [{}, {}];
    Object.assign(draft, { ...split, left: leftDraft, right: rightDraft });
    drafts.set(toLeaf(ground, left, smaller === left ? few : many), leftDraft);
    drafts.set(toLeaf(ground, right, smaller === left ? many : few), rightDraft);
  }
  for (const [leaf, draft] of drafts) draft.value = leafValue(leaf, growing);
  return root as unknown as Node;
}

function leafValue({ sums }: Leaf, { bins, caution, rate }: Growing): number {
  const [gradient, curvature] = totalOf(sums, bins);
  return (-rate * gradient) / (curvature + caution);
}

function sumsOf({ table, gradients, curvatures, columns, growing }: Ground, rows: Int32Array): Float64Array {
  const { bins, width, positions } = table;
  const places = Int32Array.from(columns, (column) => positions.get(column) ?? 0);
  const sums = new Float64Array(2 * growing.bins * places.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const [start, gradient, curvature] = [row * width, gradients[row] as number, curvatures[row] as number];
    for (let column = 0, from = 0; column < places.length; column++, from += 2 * growing.bins) {
      const bin = from + 2 * (bins[start + (places[column] as number)] as number);
      sums[bin] = (sums[bin] as number) + gradient;
      sums[bin + 1] = (sums[bin + 1] as number) + curvature;
    }
  }
  return sums;
}

/** The gradient and curvature of all rows: every column has each row once. */
function totalOf(sums: Float64Array, bins: number): [number, number] {
  let [gradient, curvature] = [0, 0];
  for (let at = 0; at < 2 * bins && at < sums.length; at += 2) {
    gradient += sums[at] as number;
    curvature += sums[at + 1] as number;
  }
  return [gradient, curvature];
}

function toLeaf({ columns, growing }: Ground, rows: Int32Array, sums: Float64Array): Leaf {
  const [gradient, curvature] = totalOf(sums, growing.bins);
  const worth = (g: number, h: number) => (g * g) / (h + growing.caution);
  const whole = worth(gradient, curvature);
  let split: Split | null = null;
  for (const [at, column] of columns.entries()) {
    const bins = sums.subarray(2 * growing.bins * at, 2 * growing.bins * (at + 1));
    let [g, h] = [0, 0];
    for (let limit = 0; limit < growing.bins - 1; limit++) {
      if (bins[2 * limit + 1] === 0) continue;
      g += bins[2 * limit] as number;
      h += bins[2 * limit + 1] as number;
      if (h < growing.minCurvature) continue;
      if (curvature - h < growing.minCurvature) break;
      const gain = worth(g, h) + worth(gradient - g, curvature - h) - whole;
      if (gain > (split?.gain ?? 1e-6)) split = { gain, column, limit };
    }
  }
  return { rows, sums, split };
}
