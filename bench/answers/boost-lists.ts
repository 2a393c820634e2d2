import { createRandom, type Random } from '../fuzz-time/random.ts';

/** The sentences of one question: rows from `from` up to `to`, and the weight of the question. */
export type List = { readonly from: number; readonly to: number; readonly weight: number };

/** Rows of features as bins, and whether each row answers its question. */
export type Rows = {
  /** Row by row. */
  readonly bins: Uint8Array;
  readonly features: number;
  readonly isAnswer: Uint8Array;
};

/** A node: rows whose bin is at most the limit go left. A leaf has only a value. */
export type Branch =
  | { readonly feature: number; readonly limit: number; readonly left: Branch; readonly right: Branch }
  | { readonly value: number };

/** How trees are grown. */
export type Growing = {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  readonly minCurvature: number;
  readonly caution: number;
  /** The shares of the features and of the questions that each tree sees. */
  readonly featureShare: number;
  readonly listShare: number;
};

/** The number of bins of a feature. */
export const BINS = 48;
/** The score with which every sentence begins; that of "no sentence answers" is always 0. */
export const BASE = -3;

type Slopes = { readonly gradients: Float32Array; readonly curvatures: Float32Array };
type Split = { readonly gain: number; readonly feature: number; readonly limit: number };
type Growth = {
  readonly rows: Int32Array;
  readonly sums: Float64Array;
  readonly split: Split | null;
  node: Branch;
};
type Field = {
  readonly rows: Rows;
  readonly slopes: Slopes;
  readonly features: readonly number[];
  readonly growing: Growing;
};

/**
 * Gradient boosting over lists: the loss of a question is the negative logarithm of the probability (a
 * softmax over its sentences and "none") of all sentences that answer it, or of "none" (after Z. Cao and
 * others, "Learning to Rank: From Pairwise Approach to Listwise Approach", 2007).
 */
export function boostLists(rows: Rows, lists: readonly List[], growing: Growing): Branch[] {
  const random = createRandom(7);
  const count = rows.isAnswer.length;
  const scores = new Float32Array(count).fill(BASE);
  const slopes = { gradients: new Float32Array(count), curvatures: new Float32Array(count) };
  const trees: Branch[] = [];
  while (trees.length < growing.trees) {
    for (const list of lists) setSlopes(list, { rows, scores, slopes });
    const features = someOf(
      Array.from({ length: rows.features }, (_, at) => at),
      growing.featureShare,
      random,
    );
    const sample = someOf(lists, growing.listShare, random).flatMap(rowsOf);
    const tree = grow({ rows, slopes, features, growing }, Int32Array.from(sample));
    trees.push(tree);
    for (const list of lists)
      for (let row = list.from; row < list.to; row++)
        scores[row] = (scores[row] ?? 0) + leafValue(tree, rows, row);
  }
  return trees;
}

function someOf<T>(items: readonly T[], share: number, random: Random): T[] {
  return items.filter(() => random.below(1_000) < share * 1_000);
}

function rowsOf({ from, to }: List): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

type Scored = { readonly rows: Rows; readonly scores: Float32Array; readonly slopes: Slopes };

function setSlopes({ from, to, weight }: List, { rows, scores, slopes }: Scored): void {
  let [all, right] = [1, 0];
  for (let row = from; row < to; row++) {
    const mass = Math.exp(scores[row] ?? 0);
    all += mass;
    if (rows.isAnswer[row] === 1) right += mass;
  }
  for (let row = from; row < to; row++) {
    const mass = Math.exp(scores[row] ?? 0);
    const chance = mass / all;
    const wanted = rows.isAnswer[row] === 1 ? mass / right : 0;
    slopes.gradients[row] = weight * (chance - wanted);
    slopes.curvatures[row] = weight * Math.max(1e-4, chance * (1 - chance));
  }
}

/** The value that a tree gives a row. */
export function leafValue(tree: Branch, { bins, features }: Rows, row: number): number {
  let node = tree;
  while (!('value' in node))
    node = (bins[row * features + node.feature] ?? 0) <= node.limit ? node.left : node.right;
  return node.value;
}

function grow(field: Field, rows: Int32Array): Branch {
  const {
    growing,
    rows: { bins, features },
  } = field;
  const root = toGrowth(field, rows, sumsOf(field, rows));
  const open = new Set([root]);
  const splits: { of: Growth; split: Split; left: Growth; right: Growth }[] = [];
  while (open.size < growing.leaves) {
    const best = [...open].reduce((one, other) =>
      (other.split?.gain ?? 0) > (one.split?.gain ?? 0) ? other : one,
    );
    const { split } = best;
    if (split === null) break;
    const isLeft = (row: number) => (bins[row * features + split.feature] ?? 0) <= split.limit;
    const [low, high] = [best.rows.filter(isLeft), best.rows.filter((row) => !isLeft(row))];
    const few = sumsOf(field, low.length < high.length ? low : high);
    const many = best.sums.map((sum, at) => sum - (few[at] ?? 0));
    const left = toGrowth(field, low, low.length < high.length ? few : many);
    const right = toGrowth(field, high, low.length < high.length ? many : few);
    splits.push({ of: best, split, left, right });
    open.delete(best);
    open.add(left).add(right);
  }
  for (const { of, split, left, right } of splits.reverse())
    of.node = { feature: split.feature, limit: split.limit, left: left.node, right: right.node };
  return root.node;
}

function sumsOf(
  { rows: { bins, features: width }, slopes, features }: Field,
  rows: Int32Array,
): Float64Array {
  const sums = new Float64Array(2 * BINS * features.length);
  for (const row of rows) {
    const [gradient, curvature] = [slopes.gradients[row] as number, slopes.curvatures[row] as number];
    for (let at = 0; at < features.length; at++) {
      const bin = 2 * (at * BINS + (bins[row * width + (features[at] as number)] as number));
      sums[bin] = (sums[bin] as number) + gradient;
      sums[bin + 1] = (sums[bin + 1] as number) + curvature;
    }
  }
  return sums;
}

function toGrowth({ features, growing }: Field, rows: Int32Array, sums: Float64Array): Growth {
  let [gradient, curvature] = [0, 0];
  for (let bin = 0; bin < 2 * BINS; bin += 2) {
    gradient += sums[bin] ?? 0;
    curvature += sums[bin + 1] ?? 0;
  }
  const worth = (g: number, h: number) => (g * g) / (h + growing.caution);
  let split: Split | null = null;
  for (const [at, feature] of features.entries()) {
    let [g, h] = [0, 0];
    for (let limit = 0; limit < BINS - 1; limit++) {
      g += sums[2 * (at * BINS + limit)] as number;
      h += sums[2 * (at * BINS + limit) + 1] as number;
      if (h < growing.minCurvature) continue;
      if (curvature - h < growing.minCurvature) break;
      const gain = worth(g, h) + worth(gradient - g, curvature - h) - worth(gradient, curvature);
      if (gain > (split?.gain ?? 1e-6)) split = { gain, feature, limit };
    }
  }
  return { rows, sums, split, node: { value: (-growing.rate * gradient) / (curvature + growing.caution) } };
}
