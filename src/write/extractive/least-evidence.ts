import type { QuestionTraits } from './question-traits.ts';

/** The share for a question of up to three words, where one missing word makes a large difference. */
const LEAST_OF_FEW = 0.6;
const FEW_WORDS = 3;
/** How much less each further word requires. */
const LESS_EACH_WORD = 0.1;
const LEAST_OF_MANY = 0.35;

/**
 * The minimum share of a question that a sentence must cover (`SentenceEvidence.covered`) to count as an
 * answer. A long question says more than its answer repeats. `npm run bench:answers` and `bench:demo` measure
 * how often this refuses rightly and wrongly.
 */
export function leastEvidence({ substance }: QuestionTraits): number {
  const words = substance.reduce((sum, each) => sum + each, 0);
  const least = LEAST_OF_FEW - LESS_EACH_WORD * (words - FEW_WORDS);
  return Math.min(LEAST_OF_FEW, Math.max(LEAST_OF_MANY, least));
}
