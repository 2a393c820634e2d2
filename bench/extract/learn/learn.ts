// Trains the forests that find the text of a page: `node bench/extract/learn/learn.ts --data FOLDER --out
// src/lib/article/forest.json`. With --fold KIND --dump FILE, it also writes the text read of held-out pages
// for bench:extract: with `--fold groups`, each set is read by forests trained on the sets outside its group;
// with `--fold sets`, by forests trained on all other sets; with `--fold pages`, each page is read by forests
// trained on three quarters of the pages.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mainText } from '../../../src/lib/article/extract.ts';
import { chanceOf } from '../../../src/lib/article/forest.ts';
import { parseHtml } from '../../../src/lib/article/html-tree.ts';
import { readPageFacts } from '../../../src/lib/article/page-facts.ts';
import { readSets } from '../read-sets.ts';
import type { Node } from './boosting.ts';
import { foldsOf, UNLEARNED } from './folds.ts';
import { type Binned, TRAIT_NAMES, toMatrix } from './matrix.ts';
import { createLearning, FIRST, SCORE_TRAIT_NAMES } from './two-stages.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    fold: { type: 'string', default: '' },
    dump: { type: 'string', default: '' },
  },
});

const sets = readSets(values.data, []);
if (sets.length === 0 || values.out + values.dump === '') {
  console.error('Give --data FOLDER with the sets that bench/extract/read-sets.ts names, and --out FILE.');
  process.exit(2);
}
const matrix = toMatrix(sets, FIRST.bins);
const learnWithout = createLearning(matrix);

/** The text read from each page by the forests that were trained without its fold. */
function readByFolds(kind: string): string {
  const scores = new Float32Array(matrix.labels.length);
  const names = sets.map(({ name }) => name);
  for (const fold of foldsOf(kind, names)) {
    const learned = learnWithout(fold);
    for (const [at, page] of matrix.pages.entries()) {
      const end = page.from + page.blocks.length;
      if (fold.holds(page, at)) scores.set(learned.scores.subarray(page.from, end), page.from);
    }
  }
  const pages = sets.flatMap(({ name, pages: all }) => all.map(({ id, html }) => ({ set: name, id, html })));
  const lines = pages.map(({ set, id, html }, at) => {
    const { from = 0, blocks = [] } = matrix.pages[at] ?? {};
    const own = scores.subarray(from, from + blocks.length);
    const tree = parseHtml(html);
    const text = mainText(tree, readPageFacts(tree).types, { judge: () => Array.from(own, chanceOf) });
    return `${JSON.stringify({ set, id, text })}\n`;
  });
  return lines.join('');
}

/**
 * Trees as `src/lib/article/trees.ts` reads them: three numbers for each node, followed by its left
 * and its right branch.
 */
function toJson(trees: readonly Node[], names: readonly string[], limits: Binned['limits']): string {
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
  return `{\n"traits": ${JSON.stringify(used, null, 1)},\n"trees": [\n${all.join(',\n')}\n]\n}`;
}

if (values.out !== '') {
  const { first, second, limits } = learnWithout(UNLEARNED);
  const parts = {
    first: toJson(first, TRAIT_NAMES, matrix.limits),
    second: toJson(second, SCORE_TRAIT_NAMES, limits),
  };
  writeFileSync(values.out, `{\n"first": ${parts.first},\n"second": ${parts.second}\n}\n`);
}
if (values.dump !== '') writeFileSync(values.dump, readByFolds(values.fold));
