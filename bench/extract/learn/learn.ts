// Learns which blocks of a page are its text: `node bench/extract/learn/learn.ts --data FOLDER --out
// src/read/forest.json`. With --fold, it writes instead what is read of pages that nothing was learned from,
// as a dump for bench:extract: `--fold sets` judges each set by all others, `--fold pages` each page by three
// quarters of the other pages.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TRAITS } from '../../../src/read/block-traits.ts';
import { mainText } from '../../../src/read/extract.ts';
import { toChances } from '../../../src/read/forest.ts';
import { parseHtml } from '../../../src/read/html-tree.ts';
import { readPageFacts } from '../../../src/read/page-facts.ts';
import { readSets } from '../read-sets.ts';
import { boost, type Growing, type Node, scoreOf } from './boosting.ts';
import { type Matrix, type PageRows, toMatrix } from './matrix.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    fold: { type: 'string' },
  },
});
const GROWING: Growing = {
  trees: 150,
  leaves: 15,
  rate: 0.1,
  columnShare: 0.3,
  rowShare: 0.7,
  minCurvature: 2,
  caution: 5,
  bins: 48,
};
/** A first, smaller forest finds the traits that are worth most; only these are used. */
const SCOUTING: Growing = { ...GROWING, trees: 60 };
const MAX_TRAITS = 80;
const PAGE_FOLDS = 4;
/** Their texts were made by other extractors, or there are too few of them. */
const NOT_LEARNED = ['mozilla', 'defuddle', 'polish'];

const sets = readSets(values.data, []);
if (sets.length === 0 || values.out === '') {
  console.error('Give --data FOLDER with the sets that bench/extract/read-sets.ts names, and --out FILE.');
  process.exit(2);
}
const matrix = toMatrix(sets, GROWING.bins);

function rowsOf(isUsed: (page: PageRows, at: number) => boolean): Int32Array {
  const used = matrix.pages.filter((page, at) => isUsed(page, at));
  return Int32Array.from(
    used.flatMap(({ from, blocks }) => Array.from({ length: blocks }, (_, at) => from + at)),
  );
}

function learned(rows: Int32Array): Node[] {
  const known = rows.filter((row) => (matrix.weights[row] ?? 0) > 0);
  const all = Array.from(matrix.columns.keys());
  const scouts = boost(matrix, known, { growing: SCOUTING, columns: all });
  const columns = mostUseful(scouts).slice(0, MAX_TRAITS);
  return boost(matrix, known, { growing: GROWING, columns });
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

type Fold = (page: PageRows, at: number) => boolean;

function foldsOf(kind: string): readonly Fold[] {
  if (kind === 'sets')
    return sets.map(
      ({ name }): Fold =>
        ({ set }) =>
          set === name,
    );
  return Array.from(
    { length: PAGE_FOLDS },
    (_, fold): Fold =>
      (_page, at) =>
        at % PAGE_FOLDS === fold,
  );
}

/** What is read of each page if the forest was learned without its fold. */
function readByFolds(folds: readonly Fold[]): string {
  const scores = new Float32Array(matrix.labels.length);
  for (const isHeld of folds) {
    const trees = learned(rowsOf((page, at) => !NOT_LEARNED.includes(page.set) && !isHeld(page, at)));
    for (const row of rowsOf(isHeld)) {
      scores[row] = trees.reduce((sum, tree) => sum + scoreOf(tree, matrix.columns, row), 0);
    }
  }
  const pages = sets.flatMap(({ name, pages: all }) => all.map(({ id, html }) => ({ set: name, id, html })));
  const lines = pages.map(({ set, id, html }, at) => {
    const { from = 0, blocks = 0 } = matrix.pages[at] ?? {};
    const own = Array.from(scores.subarray(from, from + blocks));
    const tree = parseHtml(html);
    const text = mainText(tree, readPageFacts(tree), { judge: (view) => toChances(view, own) });
    return `${JSON.stringify({ set, id, text })}
`;
  });
  return lines.join('');
}

/**
 * The forest as `src/read/forest.ts` reads it: three numbers a node, each before its left and right branch.
 */
function toJson(trees: readonly Node[], { limits }: Matrix): string {
  const names = [...TRAITS.keys()];
  const used: string[] = [];
  const indexOf = (name: string) => (used.includes(name) ? used.indexOf(name) : used.push(name) - 1);
  const flat = (node: Node, first: number): number[] => {
    if ('value' in node) return [-1, Number(node.value.toPrecision(3)), 0];
    const left = flat(node.left, first + 1);
    const second = first + 1 + left.length / 3;
    const limit = limits[node.column]?.[node.limit] ?? 0;
    return [indexOf(names[node.column] ?? ''), limit, second, ...left, ...flat(node.right, second)];
  };
  const all = trees.map((tree) => JSON.stringify(flat(tree, 0)));
  return `{\n"traits": ${JSON.stringify(used, null, 1)},\n"trees": [\n${all.join(',\n')}\n]\n}\n`;
}

const isLearned: Fold = ({ set }) => !NOT_LEARNED.includes(set);
writeFileSync(
  values.out,
  values.fold === undefined ? toJson(learned(rowsOf(isLearned)), matrix) : readByFolds(foldsOf(values.fold)),
);
