import { TRAITS } from './block-traits.ts';
import data from './forest.json' with { type: 'json' };
import type { PageView } from './page-view.ts';
import {
  bothScores,
  LEAST_SCORE,
  type PlacedLength,
  SCORE_TRAITS,
  viewScores,
  weightOf,
} from './score-traits.ts';
import type { SeenBlock } from './seen-blocks.ts';
import { plantTrees, sumOfTrees, type Trees } from './trees.ts';

/** The first trees judge a block alone, the second by the scores of the whole page. */
const FIRST = plantTrees(data.first, TRAITS);
const SECOND = plantTrees(data.second, SCORE_TRAITS);

/**
 * The probability that each block of a page is part of its text, 0 to 1, according to two forests of decision
 * trees. They were trained by `bench/extract/learn/`; docs/reading.md describes the training data and the
 * results on other pages.
 */
export function chancesOf(view: PageView): number[] {
  const first = firstScores(view);
  const second = secondScores(view, first);
  return toChances(
    view,
    first.map((score, at) => bothScores(score, second[at] ?? 0)),
  );
}

function firstScores(view: PageView): number[] {
  const { blocks } = view;
  const rows = rowsFor(FIRST, blocks.length);
  for (const [trait, measure] of FIRST.measures.entries())
    for (let at = 0; at < blocks.length; at++)
      (rows[at] as Float32Array)[trait] = measure(blocks[at] as SeenBlock, at, view);
  return rows.map((row) => sumOfTrees(FIRST, row, LEAST_SCORE));
}

function secondScores({ blocks }: PageView, scores: readonly number[]): number[] {
  const view = viewScores(blocks, scores);
  const rows = rowsFor(SECOND, blocks.length);
  for (const [trait, measure] of SECOND.measures.entries())
    for (let at = 0; at < blocks.length; at++) (rows[at] as Float32Array)[trait] = measure(at, view);
  return rows.map((row) => sumOfTrees(SECOND, row, LEAST_SCORE));
}

/** A row of traits for each block. One function for all blocks at a time is fastest. */
function rowsFor({ measures }: Trees<unknown>, blocks: number): Float32Array[] {
  return Array.from({ length: blocks }, () => new Float32Array(measures.length));
}

/**
 * The probabilities of blocks, from the scores that the trees gave them: the mean of a block's own score and
 * the scores of the blocks with the same path. Blocks with the same path mostly belong to the text together,
 * or not at all.
 */
export function toChances(
  { blocks }: { readonly blocks: readonly PlacedLength[] },
  scores: ArrayLike<number>,
): number[] {
  const bounded = Array.from(scores, (score) => Math.max(LEAST_SCORE, score));
  const paths = new Map<number, { sum: number; weight: number }>();
  for (const [at, { block, chars }] of blocks.entries()) {
    const path = paths.get(block.place.path) ?? { sum: 0, weight: 0 };
    const weight = weightOf(chars);
    path.sum += weight * (bounded[at] ?? 0);
    path.weight += weight;
    paths.set(block.place.path, path);
  }
  return blocks.map(({ block: { place } }, at) => {
    const own = bounded[at] ?? 0;
    const { sum, weight } = paths.get(place.path) ?? { sum: own, weight: 1 };
    return 1 / (1 + Math.exp(-(own + sum / weight) / 2));
  });
}
