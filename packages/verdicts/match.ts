import { type Claim, holds } from './claim.ts';
import {
  addGains,
  type ClosestSentences,
  chooseSentences,
  closestSentences,
  gainingSentences,
  weightOf,
} from './closest-sentences.ts';
import { isDate } from './compare-values.ts';
import { type Disagreement, disagreementOf, isStated, placedNumbers } from './differences.ts';
import { measure, scoreOf } from './measures.ts';
import type { SourceIndex, SourceSentence } from './source-index.ts';
import type { Value } from './values.ts';

/** How well one source supports a claim. */
export type SourceMatch = {
  readonly source: SourceIndex;
  /** Its sentences that come closest to the claim. */
  readonly closest: ClosestSentences;
  /** On what it contradicts the claim. */
  readonly disagreement: Disagreement;
  /** What the score is calculated from. */
  readonly measures: ReturnType<typeof measure>;
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

/** The maximum number of sentences, from all sources, that are added to the closest ones. */
const MAX_ADDED = 6;

/** Sentences of several sources, and what they cover together. */
type SentencesTogether = {
  readonly sentences: readonly SourceSentence[];
  /** The share of the claim's weight that they cover. */
  readonly covered: number;
  /** The terms of the claim that none of them contains. */
  readonly missing: ReadonlySet<string>;
};

/** The closest sentences of the first source, and those of all sources that add most to them. */
export function sentencesTogether(claim: Claim, matches: readonly SourceMatch[]): SentencesTogether {
  const [first] = matches;
  if (first === undefined) return { sentences: [], covered: 0, missing: new Set() };
  const near = first.source.sentences.slice(first.closest.first, first.closest.last + 1);
  const rows = matches.flatMap(({ source, closest }) => gainingSentences(closest, source));
  const gained = new Float64Array(claim.weights.size);
  for (const { sentence, gains } of rows) if (near.includes(sentence)) addGains(gained, gains);
  const sentences = [...near, ...chooseSentences(rows, MAX_ADDED, gained)];
  const weights = [...claim.weights];
  return {
    sentences,
    covered: gained.reduce((sum, one) => sum + one, 0) / weightOf(claim),
    missing: new Set(weights.filter((_, at) => gained[at] === 0).map(([term]) => term)),
  };
}

/** The numbers and names of a claim that no source has. */
type NotInSources = { readonly values: readonly Value[]; readonly names: readonly string[] };

/**
 * The numbers and names that the closest sentences lack (those of the first match), and that the other
 * sentences of all matches lack too. The year of a source's date counts as said.
 */
export function notInSources(
  claim: Claim,
  matches: readonly SourceMatch[],
  together: () => SentencesTogether,
): NotInSources {
  const [closest] = matches;
  if (closest === undefined) return { values: claim.values, names: [...claim.names] };
  const { missing, names } = closest.disagreement;
  const near = missing.length === 0 ? [] : together().sentences;
  const values = near.flatMap(placedNumbers);
  return {
    values: missing.filter((value) => !isDated(value, matches) && !isStated(value, values, near)),
    names: names.filter((name) => !matches.some(({ source }) => holds(source, name))),
  };
}

/** Whether a value is the year of a source. */
function isDated(value: Value, matches: readonly SourceMatch[]): boolean {
  return (
    isDate(value) && matches.some(({ source: { year } }) => year !== null && value.readings.includes(year))
  );
}
