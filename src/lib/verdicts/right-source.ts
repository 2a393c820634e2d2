import { once } from '../text/once.ts';
import { type Claim, toClaim } from './claim.ts';
import { isForeign } from './foreign.ts';
import { hasRules } from './languages.ts';
import { match, matchClosest } from './match.ts';
import { type EvidenceSource, indexSource } from './source-index.ts';

/** The minimum score of the source to which a citation is moved. */
const CARRIES = 0.7;
/** How much higher that score must be than the cited source's score. */
const CLEARLY = 0.5;
/** Shorter claims fit too many sources. */
const MIN_TERMS = 4;
/** The most words and numbers compared for one answer; after that, citations stay as they are. */
const MAX_WORK = 2_400;

/**
 * Finds the number of the source that a claim should cite instead of a cited one; the same number if no other
 * source is right. The answer is in a language (a BCP 47 tag). Conservative: the right source must have every
 * number and name of the claim and a much higher score. A source in another language than the answer is never
 * questioned, because its words are different. The work for one answer is bounded by `MAX_WORK`.
 */
export function createRightSource(
  sources: readonly EvidenceSource[],
  language: string,
): (claim: string, cited: number) => number {
  if (sources.length < 2 || !hasRules(language)) return (_, cited) => cited;
  const indexes = sources.map((source) => once(() => indexSource(source, language)));
  let work = 0;
  // A claim may have thousands of citations.
  let current = matchesOf('');
  return (text, cited) => {
    const source = sources[cited - 1];
    if (work >= MAX_WORK || source === undefined) return cited;
    if (text !== current.text) current = matchesOf(text);
    if (current.claim.terms.length < MIN_TERMS) return cited;
    const score = current.scores[cited - 1]?.() ?? 1;
    if (score > 1 - CLEARLY) return cited;
    const best = current.best();
    if (best === undefined || best.score < Math.max(CARRIES, score + CLEARLY)) return cited;
    const { difference, isMissing } = best.disagreement;
    if (isMissing || difference() !== null || isForeign(source, language)) return cited;
    return best.source.index;
  };

  function matchesOf(text: string) {
    const claim = toClaim(text, language);
    const scores = indexes.map((index) => once(() => countWork(claim, () => match(claim, index()).score)));
    const best = once(() => countWork(claim, () => bestOf(claim)));
    return { text, claim, scores, best };
  }

  function bestOf(claim: Claim) {
    const all = indexes.map((index) => index());
    return matchClosest(claim, all, []).toSorted((one, other) => other.score - one.score)[0];
  }

  function countWork<Result>({ terms, values }: Claim, compare: () => Result): Result {
    work += terms.length + values.length;
    return compare();
  }
}
