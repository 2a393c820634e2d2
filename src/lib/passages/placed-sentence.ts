import { isStopWord } from '../text/words.ts';
import type { Candidate } from './candidate.ts';
import { type AnswerEntities, expectedEntities, extractEntities } from './entities.ts';
import { compareGrams } from './grams.ts';
import { createWeighing, type TermSet, type Weighing } from './overlap.ts';
import type { QuestionTerms } from './question-terms.ts';
import { countVotes, type Vote } from './votes.ts';

/** Others are divided by the best value, so it is never 0. */
const LEAST_BEST = 1e-9;

/** A sentence among the others of its question. */
export type PlacedSentence = {
  readonly asked: QuestionTerms;
  readonly weighing: Weighing;
  readonly candidate: Candidate;
  readonly entities: AnswerEntities;
  readonly vote: Vote;
  /** The weight of the question's terms in it, 0 to 1. */
  readonly own: number;
  /** The highest such weight of all sentences. */
  readonly bestOwn: number;
  /** Its rank by that weight, from 0. */
  readonly rank: number;
  /** The terms in the sentences before and after it. */
  readonly beside: readonly TermSet[];
  /** The weights of the terms in it and in up to two sentences on each side, which count less. */
  readonly around: number;
  /** The weight of the terms in all sentences of its source and their title, 0 to 1. */
  readonly inSource: number;
  /** The highest such weight of all sources. */
  readonly bestSource: number;
  /** The terms in any sentence or title of any source. */
  readonly anywhere: TermSet;
  /** The place of its source among the sources, from 0. */
  readonly sourcePlace: number;
  /**
   * How well a sentence of another source that names the subject of its source covers the question, 0 to 1.
   */
  readonly link: number;
  /** The weight of the terms in the sentence before it; 0 at the beginning of a source. */
  readonly before: number;
  /** The weight of the terms in the sentence after it; 0 at the end of a source. */
  readonly after: number;
  /** The share of the question's groups of three characters that it has (`GramShares`). */
  readonly grams: number;
  /** The highest such share of all sentences. */
  readonly bestGrams: number;
  /** The share that it and the sentence before it have. */
  readonly gramsWithBefore: number;
};

/** The sentences of all sources with what each has in common with the others. */
export function toPlacedSentences(asked: QuestionTerms, candidates: readonly Candidate[]): PlacedSentence[] {
  const weighing = createWeighing(asked, candidates);
  const own = Float64Array.from(candidates, (candidate) => weighing.shareIn(candidate.own));
  const bestOwn = Math.max(LEAST_BEST, ...own);
  const ranks = ranksOf(own);
  const entities = candidates.map(({ text }) => extractEntities(text, asked.words));
  const votes = countVotes(
    candidates,
    entities.map((each) => expectedEntities(each, asked.kind)),
    weighing,
  );
  const links = linksOf(candidates, own);
  const grams = compareGrams(
    [...asked.words].filter((word) => !isStopWord(word)),
    candidates.map(({ text }) => text),
  );
  const bestGrams = Math.max(LEAST_BEST, ...grams.own);
  const bySource = sourcesOf(candidates);
  const covered = coveredBy(bySource, weighing);
  const places = new Map([...bySource.keys()].map((index, place) => [index, place]));
  const anywhere = termsAnywhere(candidates, asked.terms.count);
  return candidates.map((candidate, at) => {
    const inSource = (distance: number) => candidates[at + distance]?.index === candidate.index;
    const near = [-2, -1, 0, 1, 2].filter(inSource);
    return {
      asked,
      weighing,
      candidate,
      bestOwn,
      anywhere,
      entities: entities[at] ?? { names: [], numbers: [], dates: [] },
      vote: votes[at] ?? { all: 0, toBest: 0, rank: 0, here: 0 },
      own: own[at] ?? 0,
      rank: ranks.get(at) ?? 0,
      beside: [-1, 1].filter(inSource).flatMap((distance) => candidates[at + distance]?.own ?? []),
      around: near.reduce((sum, distance) => sum + (own[at + distance] ?? 0) / (1 + Math.abs(distance)), 0),
      inSource: covered.get(candidate.index) ?? 0,
      bestSource: Math.max(LEAST_BEST, ...covered.values()),
      sourcePlace: places.get(candidate.index) ?? 0,
      link: links.get(candidate.index) ?? 0,
      before: inSource(-1) ? (own[at - 1] ?? 0) : 0,
      after: inSource(1) ? (own[at + 1] ?? 0) : 0,
      grams: grams.own[at] ?? 0,
      bestGrams,
      gramsWithBefore: inSource(-1) ? (grams.withBefore[at] ?? 0) : (grams.own[at] ?? 0),
    };
  });
}

/** The rank of each weight by its place, 0 for the greatest; the earlier of two equal ones comes first. */
function ranksOf(weights: Float64Array): ReadonlyMap<number, number> {
  const places = [...weights.keys()];
  places.sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0) || one - other);
  return new Map(places.map((place, rank) => [place, rank]));
}

/** For each term of the question, 1 if any sentence or title has it. */
function termsAnywhere(candidates: readonly Candidate[], count: number): Uint8Array {
  const anywhere = new Uint8Array(count);
  for (const { own: terms, title } of candidates)
    for (let term = 0; term < count; term++)
      anywhere[term] = (anywhere[term] ?? 0) | (terms[term] ?? 0) | (title[term] ?? 0);
  return anywhere;
}

/** The share of the question's terms that each source has in its sentences and its title. */
function coveredBy(
  bySource: ReadonlyMap<number, readonly Candidate[]>,
  weighing: Weighing,
): ReadonlyMap<number, number> {
  const shares = [...bySource].map(
    ([index, all]) => [index, weighing.shareIn(...all.flatMap((each) => [each.own, each.title]))] as const,
  );
  return new Map(shares);
}

/** The candidates of each source. */
function sourcesOf(candidates: readonly Candidate[]): ReadonlyMap<number, readonly Candidate[]> {
  const bySource = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const others = bySource.get(candidate.index);
    if (others === undefined) bySource.set(candidate.index, [candidate]);
    else others.push(candidate);
  }
  return bySource;
}

/** Shorter subjects are often common words. */
const LEAST_CHARS = 4;

/**
 * For each source, how well a sentence of another source that names its subject covers the question, 0 to 1:
 * "the director of the film" may be named on the page of the film, and described on a page of his own.
 * @param own what each candidate covers
 */
function linksOf(candidates: readonly Candidate[], own: Float64Array): ReadonlyMap<number, number> {
  const subjects = new Map(candidates.map(({ index, subject }) => [index, subject]));
  const links = new Map<number, number>();
  for (const [at, candidate] of candidates.entries()) {
    const text = ` ${candidate.words.join(' ')} `;
    for (const [index, subject] of subjects) {
      if (index === candidate.index || subject.length < LEAST_CHARS || !text.includes(` ${subject} `))
        continue;
      links.set(index, Math.max(links.get(index) ?? 0, own[at] ?? 0));
    }
  }
  return links;
}
