import type { QuestionTraits } from './question-traits.ts';

/** The share for a question of up to three words, where one missing word makes a large difference. */
const SHARE_IF_SHORT = 0.6;
const SHORT_WORDS = 3;
/** How much less each further word requires. */
const DECREASE_PER_WORD = 0.1;
const SHARE_IF_LONG = 0.35;
/** A long question with this confidence is answered in other words than its own, if at all. */
const CONFIDENT = 0.6;

/**
 * The minimum share of a question that a sentence must cover (`SentenceEvidence.covered`) to count as an
 * answer. A long question says more than its answer repeats, and none of it is needed if the sources are
 * likely to answer. `npm run bench -- answers` and `bench -- demo` measure how often this refuses rightly and
 * wrongly.
 * @param confidence how likely the sources answer, from `RankedAnswers`
 */
export function minEvidence({ substance }: QuestionTraits, confidence: number): number {
  const words = substance.reduce((sum, each) => sum + each, 0);
  if (words > SHORT_WORDS && confidence >= CONFIDENT) return 0;
  const share = SHARE_IF_SHORT - DECREASE_PER_WORD * (words - SHORT_WORDS);
  return Math.min(SHARE_IF_SHORT, Math.max(SHARE_IF_LONG, share));
}
