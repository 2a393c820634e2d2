import { bothScores, MIN_SCORE, SCORE_TRAITS, viewScores } from '../../../src/lib/article/score-traits.ts';
import { createTraitRows } from '../../../src/lib/article/trait-rows.ts';
import { boost, type Growing, type Node, scoreOf } from './boosting.ts';
import { type Fold, SET_GROUPS, UNLEARNED } from './folds.ts';
import { type Binned, type Matrix, toBins } from './matrix.ts';

/**
 * The trees that score blocks by their own traits, and those that score them by the scores of the whole page.
 */
export type TwoStages = {
  readonly first: readonly Node[];
  readonly second: readonly Node[];
  /** The bins of the second trees. */
  readonly limits: Binned['limits'];
  /** The scores of all blocks from both forests; the scores of training pages are too good. */
  readonly scores: Float32Array;
};

/** How the first trees are grown. */
export const FIRST: Growing = {
  trees: 150,
  leaves: 15,
  rate: 0.1,
  columnShare: 0.3,
  rowShare: 0.7,
  minCurvature: 2,
  caution: 5,
  bins: 48,
};
/** A small first forest finds the most useful traits; only these are used. */
const SCOUTING: Growing = { ...FIRST, trees: 60 };
const MAX_TRAITS = 80;
const SECOND: Growing = { ...FIRST, trees: 100, leaves: 8, rate: 0.06, minCurvature: 10, caution: 20 };

/**
 * Trains both stages on all pages except those of a fold. The second trees are trained on the scores of pages
 * that the first trees have not seen, because the first trees score their own training pages too well.
 */
export function createLearning(matrix: Matrix): (left: Fold) => TwoStages {
  const known = new Map<string, readonly Node[]>();
  const firstWithout = (folds: readonly Fold[]): readonly Node[] => {
    const name = [...new Set(folds.map((fold) => fold.name))].sort().join('|');
    const trees = known.get(name) ?? learnFirst(matrix, rowsOutside(matrix, [...folds, UNLEARNED]));
    known.set(name, trees);
    return trees;
  };
  return (left) => {
    const first = firstWithout([UNLEARNED, left]);
    const scores = firstScores(matrix, SET_GROUPS, (group) => firstWithout([UNLEARNED, left, group]));
    addScores(matrix, scores, { fold: left, trees: first });
    addScores(matrix, scores, { fold: UNLEARNED, trees: first });
    const binned = toBins(scoreColumns(matrix, scores), SECOND.bins);
    const rows = rowsOutside(matrix, [left, UNLEARNED]);
    const columns = Array.from(binned.columns.keys());
    const second = boost({ ...matrix, ...binned }, rows, { growing: SECOND, columns });
    const both = Float32Array.from(scores, (score, row) =>
      bothScores(score, sumOf(second, binned.columns, row)),
    );
    return { first, second, limits: binned.limits, scores: both };
  };
}

/** The rows with a weight, from pages in none of the folds. */
function rowsOutside({ pages, weights }: Matrix, folds: readonly Fold[]): Int32Array {
  const used = pages.filter((page, at) => !folds.some(({ holds }) => holds(page, at)));
  const rows = used.flatMap(({ from, blocks }) => Array.from(blocks, (_, at) => from + at));
  return Int32Array.from(rows.filter((row) => (weights[row] ?? 0) > 0));
}

function learnFirst(matrix: Matrix, rows: Int32Array): readonly Node[] {
  const all = Array.from(matrix.columns.keys());
  const scouts = boost(matrix, rows, { growing: SCOUTING, columns: all });
  return boost(matrix, rows, { growing: FIRST, columns: mostUseful(scouts).slice(0, MAX_TRAITS) });
}

function mostUseful(trees: readonly Node[]): number[] {
  const gains = new Map<number, number>();
  const visit = (node: Node) => {
    if ('value' in node) return;
    gains.set(node.column, (gains.get(node.column) ?? 0) + node.gain);
    visit(node.left);
    visit(node.right);
  };
  trees.forEach(visit);
  return [...gains].sort(([, one], [, other]) => other - one).map(([column]) => column);
}

function firstScores(
  matrix: Matrix,
  folds: readonly Fold[],
  treesFor: (fold: Fold) => readonly Node[],
): Float32Array {
  const scores = new Float32Array(matrix.labels.length);
  for (const fold of folds) addScores(matrix, scores, { fold, trees: treesFor(fold) });
  return scores;
}

/** Replaces the scores of the pages of a fold. */
function addScores(
  { pages, columns }: Matrix,
  scores: Float32Array,
  { fold, trees }: { readonly fold: Fold; readonly trees: readonly Node[] },
): void {
  for (const [at, page] of pages.entries()) {
    if (!fold.holds(page, at)) continue;
    for (let row = page.from; row < page.from + page.blocks.length; row++) {
      scores[row] = Math.max(MIN_SCORE, sumOf(trees, columns, row));
    }
  }
}

function sumOf(trees: readonly Node[], columns: readonly Uint8Array[], row: number): number {
  return trees.reduce((sum, tree) => sum + scoreOf(tree, columns, row), 0);
}

const SCORES = createTraitRows(SCORE_TRAITS);
/** The traits of scores, in the order of the columns. */
export const SCORE_TRAIT_NAMES: readonly string[] = [...SCORES.positions.keys()];

function scoreColumns({ pages, labels }: Matrix, scores: Float32Array): Float32Array[] {
  const columns = SCORE_TRAIT_NAMES.map(() => new Float32Array(labels.length));
  for (const { from, blocks } of pages) {
    const view = viewScores(blocks, scores.subarray(from, from + blocks.length));
    const { values, width } = SCORES.measure(view);
    for (const [position, column] of columns.entries())
      for (const at of blocks.keys()) column[from + at] = values[at * width + position] ?? 0;
  }
  return columns;
}
