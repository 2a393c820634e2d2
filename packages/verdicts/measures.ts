import type { Claim } from './claim.ts';
import { bestAnywhere, type ClosestSentences, missingTerms, weightOf } from './closest-sentences.ts';
import { agree } from './compare-values.ts';
import type { Disagreement } from './differences.ts';
import { type SentenceRange, type SourceIndex, toTerms } from './source-index.ts';
import type { Value } from './values.ts';

/** The measures of how well a source supports a claim; fitted weights turn them into a score. */
type Measures = {
  /** The share of the claim's weight in the best three consecutive sentences. */
  readonly covered: number;
  /** The share of the claim's weight in the best three sentences, wherever they are in the source. */
  readonly coveredAnywhere: number;
  /** The share of the claim's weight in words that two neighbouring sentences have in the same order. */
  readonly inOrder: number;
  /** The share of the claim's weight in its longest run of words that the consecutive sentences lack. */
  readonly missingRun: number;
  /** How many of the claim's numbers the whole source lacks, at most two. */
  readonly unknownNumbers: number;
  /**
   * 1 if the consecutive sentences have another number, date or unit in place of the claim's, otherwise 0.
   */
  readonly otherNumber: number;
  /** 1 if the consecutive sentences lack some of the claim's numbers or names, otherwise 0. */
  readonly isMissing: number;
  /** The logarithm of the number of the claim's terms. */
  readonly claimSize: number;
  /** The logarithm of the number of terms in the best sentence: a long one may contain any word by chance. */
  readonly sentenceSize: number;
  /** The logarithm of the number of different terms in the source, for the same reason. */
  readonly sourceSize: number;
};

/** More unknown numbers than this make no difference. */
const MAX_UNKNOWN = 2;

/** What the sentences of several sources say of a claim together. */
type SaidTogether = {
  /** The share of the claim's weight that they cover. */
  readonly covered: number;
  /** The terms of the claim that none of them has. */
  readonly missing: ReadonlySet<string>;
  /** How many of the claim's numbers and names no source has. */
  readonly unsaid: number;
};

/** The measures of the closest source, raised by what the sentences of several sources say together. */
export function measureTogether(
  claim: Claim,
  measures: Measures,
  { covered, missing, unsaid }: SaidTogether,
): Measures {
  return {
    ...measures,
    covered: Math.max(measures.covered, covered),
    coveredAnywhere: Math.max(measures.coveredAnywhere, covered),
    missingRun: Math.min(measures.missingRun, longestRun(claim, missing, new Set()) / weightOf(claim)),
    unknownNumbers: Math.min(measures.unknownNumbers, unsaid),
    otherNumber: unsaid === 0 ? 0 : measures.otherNumber,
    isMissing: unsaid === 0 ? 0 : measures.isMissing,
  };
}

/** Compares a claim with the closest sentences of a source and with the whole source. */
export function measure(
  claim: Claim,
  source: SourceIndex,
  { closest, disagreement }: { readonly closest: ClosestSentences; readonly disagreement: Disagreement },
): Measures {
  const values = source.sentences
    .slice(closest.first, closest.last + 1)
    .flatMap((sentence) => sentence.values());
  const agreed = claim.values.filter((one) => values.some((other) => agree(one, other)));
  const restated = restatedTerms(agreed, source);
  const whole = weightOf(claim);
  const restatedShare = sumOf(claim, restated) / whole;
  const anywhere = bestAnywhere(closest, source);
  return {
    covered: Math.min(1, closest.covered + restatedShare),
    coveredAnywhere: Math.min(1, anywhere.covered / whole + restatedShare),
    inOrder: Math.min(1, bestOrder(claim, source, closest) + restatedShare),
    missingRun: longestRun(claim, missingTerms(claim, closest), restated) / whole,
    unknownNumbers: agreed.length === claim.values.length ? 0 : unknownNumbers(claim, source),
    otherNumber: disagreement.otherNumber === null ? 0 : 1,
    isMissing: disagreement.isMissing ? 1 : 0,
    claimSize: Math.log1p(claim.terms.length),
    sentenceSize: Math.log1p(anywhere.best?.terms.length ?? 0),
    sourceSize: Math.log1p(source.terms.size),
  };
}

/** The terms of numbers and units that the source also has, but in another notation. */
function restatedTerms(agreed: readonly Value[], { terms }: SourceIndex): ReadonlySet<string> {
  return new Set(agreed.flatMap(({ text }) => toTerms(text)).filter((term) => !terms.has(term)));
}

function unknownNumbers({ values }: Claim, { sentences }: SourceIndex): number {
  const isKnown = (one: Value) =>
    sentences.some((sentence) => sentence.values().some((other) => agree(one, other)));
  return Math.min(MAX_UNKNOWN, values.filter((one) => !isKnown(one)).length);
}

/** The weight of the longest run of words that are missing and not restated. */
function longestRun(
  { terms, weights }: Claim,
  missing: ReadonlySet<string>,
  restated: ReadonlySet<string>,
): number {
  let longest = 0;
  let run = 0;
  for (const term of terms) {
    run = missing.has(term) && !restated.has(term) ? run + (weights.get(term) ?? 0) : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/**
 * The largest share of the claim's weight that two neighbouring sentences, or a single one, have in order.
 */
function bestOrder(claim: Claim, { sentences }: SourceIndex, { first, last }: SentenceRange): number {
  const { terms, weights } = claim;
  const whole = sumOf(claim, terms) || 1;
  let best = 0;
  for (let at = first; at === first || at < last; at++) {
    const two = [...(sentences[at]?.terms ?? []), ...(at < last ? (sentences[at + 1]?.terms ?? []) : [])];
    best = Math.max(best, commonOrder(terms, two, weights) / whole);
  }
  return best;
}

/** The weight of the longest common subsequence (Wagner and Fischer 1974). */
function commonOrder(
  one: readonly string[],
  other: readonly string[],
  weights: ReadonlyMap<string, number>,
): number {
  const row = new Float64Array(other.length + 1);
  for (const term of one) {
    const weight = weights.get(term) ?? 0;
    let diagonal = 0;
    let left = 0;
    for (let at = 1; at <= other.length; at++) {
      const above = row[at] ?? 0;
      left = term === other[at - 1] ? diagonal + weight : Math.max(above, left);
      row[at] = left;
      diagonal = above;
    }
  }
  return row[other.length] ?? 0;
}

function sumOf({ weights }: Claim, terms: Iterable<string>): number {
  let total = 0;
  for (const term of terms) total += weights.get(term) ?? 0;
  return total;
}

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
