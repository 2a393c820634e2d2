import type { QuestionTraits } from './question-traits.ts';

/** The share for a question of up to three words, where one missing word makes a large difference. */
const LEAST_OF_FEW = 0.6;
const FEW_WORDS = 3;
/** How much less each further word requires. */
const LESS_EACH_WORD = 0.1;
const LEAST_OF_MANY = 0.35;
/** A long question with this confidence is answered in other words than its own, if at all. */
const LIKELY = 0.6;
/** With less confidence, a long question is not answered. */
const UNLIKELY = 0.1;
/** The confidence was fitted on sources of usually more than 30 sentences; of fewer, it is too low. */
const USUAL_SENTENCES = 20;

/** How likely the sources answer (`RankedAnswers.confidence`), and the number of their sentences. */
export type Likelihood = { readonly confidence: number; readonly sentences: number };

/**
 * The minimum share of a question that a sentence must cover (`SentenceEvidence.covered`) to count as an
 * answer; more than all of it if the sources do not answer. A long question says more than its answer
 * repeats, so the confidence decides if it is high or low. `npm run bench:answers` and `bench:demo` measure
 * how often this refuses rightly and wrongly.
 */
export function leastEvidence({ substance }: QuestionTraits, { confidence, sentences }: Likelihood): number {
  const words = substance.reduce((sum, each) => sum + each, 0);
  if (words > FEW_WORDS && confidence >= LIKELY) return 0;
  if (words > FEW_WORDS && confidence < UNLIKELY && sentences >= USUAL_SENTENCES)
    return Number.POSITIVE_INFINITY;
  const least = LEAST_OF_FEW - LESS_EACH_WORD * (words - FEW_WORDS);
  return Math.min(LEAST_OF_FEW, Math.max(LEAST_OF_MANY, least));
}
