import written from './answer-model.json' with { type: 'json' };
import { FEATURES } from './features.ts';

/**
 * A node of a tree: a feature, its limit, and the distance to the node for higher values; the node for
 * values up to the limit comes next. A leaf is -1, its value and 0.
 */
const FIELDS = 3;
const LEAF = -1;

const places = written.features.map((name) => FEATURES.indexOf(name));
if (places.includes(-1)) throw new Error('answer-model.json uses unknown features: fit it again');

/**
 * The score of a sentence: the sum over all trees, by its features (`featuresOf`). It is the logarithm of how
 * much likelier it is that this sentence answers than that none does. `bench/answers/fit.ts` fits the trees.
 */
export function scoreOf(features: Float64Array): number {
  return written.trees.reduce((sum, tree) => sum + leafValue(tree, features), written.base);
}

/** The value of the leaf to which the features lead. */
function leafValue(tree: readonly number[], features: Float64Array): number {
  let at = 0;
  while (tree[at] !== LEAF) {
    const feature = tree[at] ?? 0;
    const limit = tree[at + 1] ?? 0;
    const distance = tree[at + 2] ?? 1;
    const value = features[places[feature] ?? 0] ?? 0;
    at += FIELDS * (value <= limit ? 1 : distance);
  }
  return tree[at + 1] ?? 0;
}
