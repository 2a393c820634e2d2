import type { Claim } from './claim.ts';
import type { SourceSentence } from './source-index.ts';

/** The share of a claim, without its numbers, that a sentence covers. */
export function coverOf({ weights }: Claim, { terms }: SourceSentence): number {
  const own = new Set(terms);
  let covered = 0;
  let whole = 0;
  for (const [term, weight] of weights) {
    if (/\d/.test(term)) continue;
    whole += weight;
    if (own.has(term)) covered += weight;
  }
  return covered / (whole || 1);
}
