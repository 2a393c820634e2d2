import type { Measures } from './measures.ts';

/**
 * The weights of a logistic regression, fitted by `npm run bench:verdicts -- --data FOLDER --fit` to claims
 * that people judged (AttributionBench and WiCE), with the same weight for every set.
 */
const WEIGHTS: Readonly<Record<keyof Measures, number>> = {
  covered: 1.886,
  inOrder: 1.126,
  pairs: 1.545,
  missingNumbers: -0.482,
  missingNames: -0.22,
  sourceSize: -0.535,
};
const BIAS = -1.584;

/**
 * The probability that a source supports a claim, 0 to 1: of the claims with score `s` that people judged,
 * about a share `s` was supported.
 */
export function scoreOf(measures: Measures): number {
  const keys = Object.keys(WEIGHTS) as (keyof Measures)[];
  const sum = keys.reduce((total, key) => total + WEIGHTS[key] * measures[key], BIAS);
  return 1 / (1 + Math.exp(-sum));
}
