import type { QuestionTraits } from './question-traits.ts';

/** The share for a question of up to three words, where one missing word makes a large difference. */
const LEAST_OF_FEW = 0.6;
const FEW_WORDS = 3;
/** How much less each further word requires. */
const LESS_EACH_WORD = 0.1;
const LEAST_OF_MANY = 0.35;
/** A long question with this confidence is answered in other words than its own, if at all. */
const LIKELY = 0.6;
/**
 * The minimum share of a question that a sentence must cover (`SentenceEvidence.covered`) to count as an
 * answer. A long question says more than its answer repeats, and none of it is needed if the sources are
 * likely to answer. `npm run bench:answers` and `bench:demo` measure how often this refuses rightly and
 * wrongly.
 * @param confidence how likely the sources answer, from `RankedAnswers`
 */
export function leastEvidence({ substance }: QuestionTraits, confidence: number): number {
  const words = substance.reduce((sum, each) => sum + each, 0);
  if (words > FEW_WORDS && confidence >= LIKELY) return 0;
  const least = LEAST_OF_FEW - LESS_EACH_WORD * (words - FEW_WORDS);
  return Math.min(LEAST_OF_FEW, Math.max(LEAST_OF_MANY, least));
}
