import { agree } from './agree.ts';
import { type Assertion, holds } from './assertion.ts';
import { prefixOf, type SourceText, toTerms } from './evidence.ts';
import type { Value } from './values.ts';

/**
 * How well a source supports a claim; the first three and the last are shares or logarithms, the others are
 * counts.
 */
export type Measures = {
  /** The share of the claim's weight in the best three consecutive sentences. */
  readonly covered: number;
  /** The share of its weight that the best two sentences have in the same order. */
  readonly inOrder: number;
  /** The share of the claim's pairs of adjacent words that are also close together in the source. */
  readonly pairs: number;
  /** The number of its numbers that are missing there, at most two. */
  readonly missingNumbers: number;
  /** The number of words of its names that are missing in the source, at most two. */
  readonly missingNames: number;
  /**
   * The logarithm of the number of different terms in the source: a long source may contain any word by
   * accident.
   */
  readonly sourceSize: number;
};

/** Consecutive sentences of a source: the positions of the first and the last. */
export type SentenceRange = { readonly first: number; readonly last: number };

/** The weight of another form of a word, as a share of the word's own weight. */
const OTHER_FORM = 0.7;
/** The number of sentences in a window. */
const WINDOW = 3;

/**
 * The maximum share of a claim's weight that three consecutive sentences cover, and the indexes of these
 * sentences.
 */
export function bestWindow(
  claim: Assertion,
  source: SourceText,
): SentenceRange & { readonly covered: number } {
  const gains = gainsByPiece(claim, source);
  const whole = sum(claim.weights.values()) || 1;
  let best = { first: 0, last: 0, covered: 0 };
  let next = 0;
  for (const at of gains.touched)
    for (let first = Math.max(next, at - WINDOW + 1); first <= at; first++) {
      next = first + 1;
      const last = endOfWindow(source, first);
      const covered = coverOf(gains, first, last) / whole;
      if (covered > best.covered) best = { first, last, covered };
    }
  return best;
}

/** Compares a claim with the best sentences of a source. */
export function measure(
  claim: Assertion,
  source: SourceText,
  { first, last, covered }: SentenceRange & { readonly covered: number },
): Measures {
  const near = source.pieces.slice(first, last + 1);
  const values = near.flatMap((piece) => piece.values());
  const agreed = claim.values.filter((one) => values.some((other) => agree(one, other)));
  const restated = restatedShare(claim, source, agreed);
  return {
    covered: Math.min(1, covered + restated),
    inOrder: Math.min(1, bestOrder(claim, source, { first, last }) + restated),
    pairs: pairShare(claim, source),
    missingNumbers: Math.min(2, claim.values.length - agreed.length),
    missingNames: Math.min(2, [...claim.names].filter((name) => !holds(source, name)).length),
    sourceSize: Math.log(1 + source.terms.size) / 4,
  };
}

/** The share of a claim's weight in numbers and units that the source also has, but in another notation. */
function restatedShare(claim: Assertion, source: SourceText, agreed: readonly Value[]): number {
  const terms = new Set(agreed.flatMap(({ text }) => toTerms(text)));
  const restated = [...terms].filter((term) => !source.terms.has(term));
  return sum(restated.map((term) => claim.weights.get(term) ?? 0)) / (sum(claim.weights.values()) || 1);
}

/** The coverage of each piece: a row for each piece, with a weight for each term of the claim. */
type Gains = { readonly rows: Float64Array; readonly touched: readonly number[]; readonly terms: number };

/**
 * One array for all pieces: where all sentences are alike, allocating one array for each would take most of
 * the time.
 */
function gainsByPiece({ weights }: Assertion, { pieces, places }: SourceText): Gains {
  const terms = weights.size;
  const rows = new Float64Array(pieces.length * terms);
  const isTouched = new Uint8Array(pieces.length);
  let order = 0;
  for (const [term, weight] of weights) {
    for (const at of places.get(prefixOf(term) ?? '') ?? []) {
      rows[at * terms + order] = weight * OTHER_FORM;
      isTouched[at] = 1;
    }
    for (const at of places.get(term) ?? []) {
      rows[at * terms + order] = weight;
      isTouched[at] = 1;
    }
    order++;
  }
  return { rows, terms, touched: [...pieces.keys()].filter((at) => isTouched[at] === 1) };
}

/**
 * The sum of the best weight of each term in the pieces of a window. Reads without copying, because this
 * function runs most often.
 */
function coverOf({ rows, terms }: Gains, first: number, last: number): number {
  let total = 0;
  for (let term = 0; term < terms; term++) {
    let best = 0;
    for (let at = first; at <= last; at++) {
      const gain = rows[at * terms + term] ?? 0;
      if (gain > best) best = gain;
    }
    total += best;
  }
  return total;
}

/** A window ends with its passage, because the next passage comes from another place on the page. */
function endOfWindow({ pieces }: SourceText, first: number): number {
  let last = first;
  while (last < first + WINDOW - 1 && pieces[last + 1]?.passage === pieces[first]?.passage) last++;
  return last;
}

function bestOrder(
  { terms, weights }: Assertion,
  { pieces }: SourceText,
  { first, last }: SentenceRange,
): number {
  const whole = sum(terms.map((term) => weights.get(term) ?? 0)) || 1;
  let best = 0;
  for (let at = first; at === first || at < last; at++) {
    const two = [...(pieces[at]?.terms ?? []), ...(at < last ? (pieces[at + 1]?.terms ?? []) : [])];
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
      left = term === other[at - 1] ? diagonal + weight : above > left ? above : left;
      row[at] = left;
      diagonal = above;
    }
  }
  return row[other.length] ?? 0;
}

/**
 * The share of the claim's pairs of adjacent words that are also close together in the source. For a claim
 * of one word: the share of its weight that the source has.
 */
function pairShare({ terms, weights }: Assertion, source: SourceText): number {
  const wanted = new Set(terms.slice(1).map((term, at) => `${terms[at]} ${term}`));
  if (wanted.size > 0) return [...wanted].filter((pair) => source.pairs().has(pair)).length / wanted.size;
  const known = [...weights].filter(([term]) => source.terms.has(term));
  return sum(known.map(([, weight]) => weight)) / (sum(weights.values()) || 1);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}
