import type { Assertion } from './assertion.ts';
import { type ClosestSentences, closestSentences } from './closest-sentences.ts';
import { type Disagreement, disagreementOf } from './differences.ts';
import type { SourceText } from './evidence.ts';
import { measure } from './measures.ts';
import { scoreOf } from './score.ts';

/** How well one source supports a claim. */
export type Comparison = {
  readonly source: SourceText;
  readonly closest: ClosestSentences;
  readonly disagreement: Disagreement;
  /** The probability that the source supports the claim, 0 to 1. */
  readonly score: number;
};

/** Compares a claim with a source; `closest` are the sentences of the source that come closest, if known. */
export function compare(
  claim: Assertion,
  source: SourceText,
  closest: ClosestSentences = closestSentences(claim, source),
): Comparison {
  const disagreement = disagreementOf(claim, source, closest);
  const score = scoreOf(measure(claim, source, { closest, disagreement }));
  return { source, closest, disagreement, score };
}
