import { rarity } from '../text/rarity.ts';
import { isStopWord } from '../text/words.ts';
import type { Candidate } from './candidate.ts';
import type { QuestionTerms } from './question-terms.ts';

/** A set of the question's terms: 1 for each term that is in it. */
export type TermSet = Uint8Array;

/** Weighs sets of the question's terms. */
export type Weighing = {
  /** The weight of each term: its rarity, less for words that say little. They sum to 1. */
  readonly weights: Float64Array;
  /** The weight of the terms that are in any of the sets, 0 to 1. */
  readonly shareIn: (...sets: readonly TermSet[]) => number;
  /** The weight of the heaviest term that is in none of the sets, as a share of the heaviest term. */
  readonly missingIn: (...sets: readonly TermSet[]) => number;
};

/** Weighs the terms of a question by their rarity among these sentences. */
export function createWeighing(asked: QuestionTerms, candidates: readonly Candidate[]): Weighing {
  const plain = Float64Array.from(asked.substance, (substance, term) => {
    const holding = candidates.reduce((sum, { own }) => sum + (own[term] ?? 0), 0);
    return substance * rarity(holding, candidates.length);
  });
  const total = plain.reduce((sum, weight) => sum + weight, 0) || 1;
  const weights = plain.map((weight) => weight / total);
  // Never 0, because others are divided by it.
  const heaviest = Math.max(1e-9, ...weights);
  const isIn = (sets: readonly TermSet[], term: number) => sets.some((set) => set[term] === 1);
  return {
    weights,
    shareIn: (...sets) => weights.reduce((sum, weight, term) => sum + (isIn(sets, term) ? weight : 0), 0),
    missingIn: (...sets) =>
      weights.reduce((most, weight, term) => (isIn(sets, term) ? most : Math.max(most, weight)), 0) /
      heaviest,
  };
}

/** The share of some terms that are in any of the sets; -1 if there are no such terms. */
export function shareOf(terms: ReadonlySet<number>, ...sets: readonly TermSet[]): number {
  if (terms.size === 0) return -1;
  return [...terms].filter((term) => sets.some((set) => set[term] === 1)).length / terms.size;
}

/** The share of the question's words that the sentence has in the same form, with or without stop words. */
export function sameWords({ words }: QuestionTerms, candidate: Candidate, withStopWords: boolean): number {
  const sought = withStopWords ? words : new Set([...words].filter((word) => !isStopWord(word)));
  const own = new Set(candidate.words);
  return [...sought].filter((word) => own.has(word)).length / Math.max(1, sought.size);
}

/** How many words may be between two terms that are neighbours in the question. */
const APART = 3;

/** The share of neighbouring terms of the question that are near each other in the sentence, in order. */
export function pairProximity({ order }: QuestionTerms, { terms }: Candidate): number {
  const pairs = order.slice(1).map((second, at) => [order[at], second] as const);
  const isNear = ([first, second]: readonly [number | undefined, number]) =>
    terms.some((term, at) => term === first && terms.slice(at + 1, at + 1 + APART).includes(second));
  return pairs.length === 0 ? 0 : pairs.filter(isNear).length / pairs.length;
}

/** The longest run of terms in the sentence with only stop words between them. */
export function longestRun({ terms, words }: Candidate): number {
  let [longest, run] = [0, 0];
  for (const [at, term] of terms.entries()) {
    if (term >= 0) longest = Math.max(longest, ++run);
    else if (!isStopWord(words[at] ?? '')) run = 0;
  }
  return longest;
}
