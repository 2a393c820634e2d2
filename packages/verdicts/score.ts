import type { Measures } from './measures.ts';

/**
 * The weights of a logistic regression, fitted to claims that people judged (AttributionBench and WiCE), with
 * the same weight for every set.
 */
const WEIGHTS: Readonly<Record<keyof Measures, number>> = {
  covered: 1.268,
  coveredAnywhere: 1.213,
  inOrder: 1.342,
  missingRun: -1.272,
  unknownNumbers: -0.342,
  otherNumber: -0.999,
  isMissing: -0.501,
  claimSize: 0.379,
  sentenceSize: -0.185,
  sourceSize: -0.173,
};
const BIAS = -1.451;

/** The probability that a source supports a claim, 0 to 1, as people judged it. */
export function scoreOf(measures: Measures): number {
  const keys = Object.keys(WEIGHTS) as (keyof Measures)[];
  const sum = keys.reduce((total, key) => total + WEIGHTS[key] * measures[key], BIAS);
  return 1 / (1 + Math.exp(-sum));
}
