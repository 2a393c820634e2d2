import { magnitude } from './magnitude.ts';
import { share } from './share.ts';
import type { TraitGroup } from './trait-rows.ts';

/** An element around a block, as `BlockPlace` describes it. */
export type ElementPlace = {
  readonly path: number;
  readonly depth: number;
  readonly outer: ElementPlace | null;
};

/** The data of a block from which the score traits are computed. */
export type PlacedLength = { readonly chars: number; readonly block: { readonly place: ElementPlace } };

/** Sums over one group of blocks: those of an element, or those of all elements with the same path. */
type Sums = {
  /** The scores, each times the weight of its block. */
  score: number;
  weight: number;
  /** The weight of the likely blocks. */
  likely: number;
  best: number;
};

/** The scores that the first trees gave the blocks of a page, and sums over groups of blocks. */
export type ScoredView = {
  /** Between `MIN_SCORE` and `MAX_SCORE`. */
  readonly scores: Float64Array;
  readonly blocks: readonly PlacedLength[];
  /** For each path, sums over the blocks directly in the elements with that path. */
  readonly paths: ReadonlyMap<number, Sums>;
  /** For each element, sums over all blocks in it. */
  readonly elements: ReadonlyMap<ElementPlace, Sums>;
  /** For each path, sums over all blocks in the elements with that path. */
  readonly alike: ReadonlyMap<number, Sums>;
  /** For each block, the share of the page's text that is in blocks with higher scores. */
  readonly ranks: Float64Array;
  /** For each block, the number of characters in the likely blocks before it. */
  readonly likelyBefore: Float64Array;
  /** The number of characters of the page. */
  readonly chars: number;
  /** The number of characters in its likely blocks. */
  readonly likelyChars: number;
  /** As `chars`, with each block weighted by its probability. */
  readonly expectedChars: number;
  /** As `likelyChars`, with each block weighted by its probability. */
  readonly expectedLikelyChars: number;
  /** The index of the first likely block; -1 if there is none. */
  readonly firstLikely: number;
  /** The index of the first sure block; -1 if there is none. */
  readonly firstSure: number;
  /** The index of the last sure block; -1 if there is none. */
  readonly lastSure: number;
};

/** A lower score from the first trees adds no information: the block is surely not text. */
export const MIN_SCORE = -4;
const MAX_SCORE = 4;
const SURE_SCORE = 2;
/** Longer blocks have no more weight than this for the scores of other blocks. */
const MAX_WEIGHT_CHARS = 300;
/** Stands for a score where there is none. */
const NONE = -5;
/** Distances are counted up to this many blocks. */
const MAX_BLOCKS_AWAY = 50;

const OF_BLOCK: TraitGroup<ScoredView> = {
  names: [
    'score',
    'mean of its path',
    'best of its path',
    'share of the likely text with its path',
    'mean in its element',
    'likely share of its element',
    'mean in similar elements',
    'mean in elements similar to its parent',
    'share of the page with higher scores',
    'share of the likely text before it',
    'blocks after the first likely block',
    'position among sure blocks',
  ],
  ofBlock(row, to, { block: { block }, at, view }) {
    const { paths, elements, alike, likelyChars } = view;
    const { place } = block;
    const path = paths.get(place.path);
    const element = elements.get(place);
    let next = to;
    row[next++] = view.scores[at] ?? 0;
    row[next++] = meanOf(path);
    row[next++] = path?.best ?? NONE;
    row[next++] = pathShare(path, likelyChars);
    row[next++] = meanOf(element);
    row[next++] = likelyShare(element);
    row[next++] = meanOf(alike.get(place.path));
    row[next++] = place.outer === null ? NONE : meanOf(alike.get(place.outer.path));
    row[next++] = view.ranks[at] ?? 0;
    row[next++] = likelyChars === 0 ? -1 : (view.likelyBefore[at] ?? 0) / likelyChars;
    row[next++] = blocksAfterFirst(at, view);
    row[next++] = amongSure(at, view);
  },
};
const OF_PAGE: TraitGroup<ScoredView> = {
  names: [
    'likely share of the page',
    'likely characters of the page',
    'mean chance of the likely text',
    'expected share that is likely',
  ],
  ofPage(row, to, { likelyChars, chars, expectedLikelyChars, expectedChars }) {
    let next = to;
    row[next++] = share(likelyChars, chars);
    row[next++] = magnitude(likelyChars);
    row[next++] = share(expectedLikelyChars, likelyChars);
    row[next++] = share(expectedLikelyChars, expectedChars);
  },
};

/** The traits of a block for the second trees, computed from the scores of all blocks of its page. */
export const SCORE_TRAITS: readonly TraitGroup<ScoredView>[] = [OF_BLOCK, OF_PAGE];

/** The weight that a block of this length has in the scores of other blocks. */
function weightOf(chars: number): number {
  return 1 + Math.min(chars, MAX_WEIGHT_CHARS);
}

/** The share of the second trees in a score. Used alone, these trees lose a point on some sets. */
const SECOND_SHARE = 0.6;

/** The score of a block from both forests. */
export function bothScores(first: number, second: number): number {
  return (1 - SECOND_SHARE) * clampScore(first) + SECOND_SHARE * Math.max(MIN_SCORE, second);
}

/** Computes the sums over all scores of a page, in time proportional to the number of blocks and elements. */
export function viewScores(blocks: readonly PlacedLength[], firstScores: ArrayLike<number>): ScoredView {
  const scores = Float64Array.from(firstScores, clampScore);
  const likelyBefore = new Float64Array(blocks.length);
  const totals = { chars: 0, likelyChars: 0, expectedChars: 0, expectedLikelyChars: 0 };
  for (const [index, { chars }] of blocks.entries()) {
    const score = scores[index] ?? 0;
    const expectedChars = chars / (1 + Math.exp(-score));
    likelyBefore[index] = totals.likelyChars;
    totals.chars += chars;
    totals.expectedChars += expectedChars;
    if (score <= 0) continue;
    totals.likelyChars += chars;
    totals.expectedLikelyChars += expectedChars;
  }
  return {
    scores,
    blocks,
    ...sumsOf(blocks, scores),
    ranks: ranksOf(blocks, scores, totals.chars),
    likelyBefore,
    ...totals,
    firstLikely: scores.findIndex((score) => score > 0),
    firstSure: scores.findIndex((score) => score > SURE_SCORE),
    lastSure: scores.findLastIndex((score) => score > SURE_SCORE),
  };
}

function sumsOf(
  blocks: readonly PlacedLength[],
  scores: Float64Array,
): Pick<ScoredView, 'paths' | 'elements' | 'alike'> {
  const paths = new Map<number, Sums>();
  const elements = new Map<ElementPlace, Sums>();
  for (const [at, { chars, block }] of blocks.entries()) {
    const score = scores[at] ?? 0;
    const weight = weightOf(chars);
    const own = { score: weight * score, weight, likely: score > 0 ? weight : 0, best: score };
    add(own, sumsIn(paths, block.place.path));
    for (
      let { place }: { place: ElementPlace | null } = block;
      place !== null && !elements.has(place);
      place = place.outer
    )
      elements.set(place, noSums());
    add(own, sumsIn(elements, block.place));
  }
  for (const [place, sums] of [...elements].sort(([one], [other]) => other.depth - one.depth))
    if (place.outer !== null) add(sums, sumsIn(elements, place.outer));
  const alike = new Map<number, Sums>();
  for (const [{ path }, sums] of elements) add(sums, sumsIn(alike, path));
  return { paths, elements, alike };
}

function clampScore(score: number): number {
  return Math.max(MIN_SCORE, Math.min(MAX_SCORE, score));
}

function noSums(): Sums {
  return { score: 0, weight: 0, likely: 0, best: MIN_SCORE };
}

function sumsIn<Key>(all: Map<Key, Sums>, key: Key): Sums {
  const existing = all.get(key);
  if (existing !== undefined) return existing;
  const sums = noSums();
  all.set(key, sums);
  return sums;
}

function add(part: Sums, sums: Sums): void {
  sums.score += part.score;
  sums.weight += part.weight;
  sums.likely += part.likely;
  sums.best = Math.max(sums.best, part.best);
}

function ranksOf(blocks: readonly PlacedLength[], scores: Float64Array, chars: number): Float64Array {
  const ranks = new Float64Array(blocks.length);
  let higher = 0;
  for (const at of [...blocks.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))) {
    ranks[at] = share(higher, chars);
    higher += blocks[at]?.chars ?? 0;
  }
  return ranks;
}

function meanOf(sums: Sums | undefined): number {
  return sums === undefined ? NONE : sums.score / sums.weight;
}

function likelyShare(sums: Sums | undefined): number {
  return sums === undefined ? -1 : sums.likely / sums.weight;
}

function pathShare(sums: Sums | undefined, likelyChars: number): number {
  if (sums === undefined || sums.score <= 0) return 0;
  return Math.min(1, share(sums.weight, likelyChars));
}

function blocksAfterFirst(at: number, { firstLikely }: ScoredView): number {
  if (firstLikely < 0) return -2 * MAX_BLOCKS_AWAY;
  return Math.max(-MAX_BLOCKS_AWAY, Math.min(MAX_BLOCKS_AWAY, at - firstLikely));
}

function amongSure(at: number, { firstSure, lastSure }: ScoredView): number {
  if (firstSure < 0) return -1;
  if (at < firstSure) return 0;
  return at > lastSure ? 2 : 1;
}
