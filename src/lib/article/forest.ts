import { BLOCK_TRAITS } from './block-traits.ts';
import data from './forest.json' with { type: 'json' };
import type { PageView } from './page-view.ts';
import { bothScores, MIN_SCORE, SCORE_TRAITS, viewScores } from './score-traits.ts';
import { createTraitRows, type TraitGroup } from './trait-rows.ts';
import { loadTrees, type WrittenTrees } from './trees.ts';

/** The first trees judge a block alone; the second trees judge it by the scores of the whole page. */
const firstScores = createJudge(data.first, BLOCK_TRAITS);
const secondScores = createJudge(data.second, SCORE_TRAITS);

/**
 * The probability that each block of a page is part of its text, 0 to 1, according to two forests of decision
 * trees. They were trained by `bench/extract/learn/`; docs/reading.md describes the training data, and
 * docs/research/reading.md the results on other pages.
 */
export function chancesOf(view: PageView): number[] {
  const first = firstScores(view);
  const second = secondScores(viewScores(view.blocks, first));
  return first.map((score, at) => chanceOf(bothScores(score, second[at] ?? 0)));
}

/** Creates the function that gives every block of a page a score; no score is below `MIN_SCORE`. */
function createJudge<View extends { readonly blocks: readonly unknown[] }>(
  written: WrittenTrees,
  groups: readonly TraitGroup<View>[],
): (view: View) => number[] {
  const rows = createTraitRows(groups);
  const trees = loadTrees(written, rows);
  return (view) => {
    const { values, width } = rows.measure(view);
    trees.beginPage(values);
    return view.blocks.map((_, at) => trees.sumOf(values, at * width, MIN_SCORE));
  };
}

/** The probability that belongs to a score of the trees. */
export function chanceOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
