import { TRAITS } from './block-traits.ts';
import data from './forest.json' with { type: 'json' };
import type { PageView } from './page-view.ts';
import { bothScores, LEAST_SCORE, SCORE_TRAITS, viewScores } from './score-traits.ts';
import type { SeenBlock } from './seen-blocks.ts';
import { plantTrees, sumOfTrees, type Trees } from './trees.ts';

/** The first trees judge a block alone; the second trees judge it by the scores of the whole page. */
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
  return first.map((score, at) => chanceOf(bothScores(score, second[at] ?? 0)));
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

/**
 * A row of traits for each block. It is fastest to apply each function to all blocks before the next one.
 */
function rowsFor({ measures }: Trees<unknown>, blocks: number): Float32Array[] {
  return Array.from({ length: blocks }, () => new Float32Array(measures.length));
}

/** The probability that belongs to a score of the trees. */
export function chanceOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
