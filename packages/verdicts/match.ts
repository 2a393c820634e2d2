import type { Claim } from './claim.ts';
import { type ClosestSentences, closestSentences } from './closest-sentences.ts';
import { type Disagreement, disagreementOf } from './differences.ts';
import { type Measures, measure } from './measures.ts';
import { scoreOf } from './score.ts';
import type { SourceIndex } from './source-index.ts';

/** How well one source supports a claim. */
export type SourceMatch = {
  readonly source: SourceIndex;
  /** Its sentences that come closest to the claim. */
  readonly closest: ClosestSentences;
  /** On what it contradicts the claim. */
  readonly disagreement: Disagreement;
  /** What the score is calculated from. */
  readonly measures: Measures;
  /** The probability that the source supports the claim, 0 to 1. */
  readonly score: number;
};

/** The number of sources that are always compared closely: those that have most of the claim's words. */
const CLOSEST_SOURCES = 3;
/** The maximum number of sources that are compared closely, because a statement may cite all of them. */
const MAX_MATCHES = 5;

/**
 * Compares a claim closely with the three sources that have most of its words, and with the others that it
 * cites. If these are more than five, the cited sources with fewest of its words are left out.
 */
export function matchClosest(
  claim: Claim,
  sources: readonly SourceIndex[],
  cited: readonly number[],
): readonly SourceMatch[] {
  return sources
    .map((source) => ({ source, closest: closestSentences(claim, source) }))
    .filter(({ closest }) => closest.covered > 0)
    .sort((a, b) => b.closest.covered - a.closest.covered)
    .filter(({ source }, rank) => rank < CLOSEST_SOURCES || cited.includes(source.index))
    .slice(0, MAX_MATCHES)
    .map(({ source, closest }) => matchWith(claim, source, closest));
}

/** Compares a claim with one source. */
export function match(claim: Claim, source: SourceIndex): SourceMatch {
  return matchWith(claim, source, closestSentences(claim, source));
}

function matchWith(claim: Claim, source: SourceIndex, closest: ClosestSentences): SourceMatch {
  const disagreement = disagreementOf(claim, source, closest);
  const measures = measure(claim, source, { closest, disagreement });
  return { source, closest, disagreement, measures, score: scoreOf(measures) };
}
