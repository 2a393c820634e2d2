/** What is known of a quote, 0 to 1 each. */
export type QuoteChance = {
  /** The chance that this sentence answers (`AnswerSentence.chance`). */
  readonly chance: number;
  /** The chance that any sentence of the sources does (`RankedAnswers.confidence`). */
  readonly ofAny: number;
  /** The share of the question that it covers (`SentenceEvidence.covered`). */
  readonly covered: number;
};

/**
 * Logistic regression on the first quotes of the public questions, each ranked by a model that was fitted
 * without its set. The chances alone are too low, because several sentences often say the same.
 */
const BASE = -0.4;
const OF_CHANCE = 0.65;
const OF_ANY = -0.58;
const OF_COVERED = 2.04;
/** No quote is nearer to certain, or to impossible. */
const NEAREST = 0.01;

/**
 * The probability that a quote answers its question, from 0.01 to 0.99. `npm run bench -- answers` prints how
 * often quotes of each probability do.
 */
export function confidenceOf({ chance, ofAny, covered }: QuoteChance): number {
  const sum = BASE + OF_CHANCE * logit(chance) + OF_ANY * logit(ofAny) + OF_COVERED * covered;
  return Number(within(1 / (1 + Math.exp(-sum))).toFixed(2));
}

function logit(probability: number): number {
  const safe = within(probability);
  return Math.log(safe / (1 - safe));
}

function within(probability: number): number {
  return Math.min(1 - NEAREST, Math.max(NEAREST, probability));
}
