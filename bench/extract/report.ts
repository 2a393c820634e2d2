import type { Compared } from './compare.ts';
import { type PageScore, pageF1 } from './page-score.ts';
import { AVERAGED } from './read-sets.ts';
import { mean, type SetScore } from './set-score.ts';

/** If a rule costs a set more points than this, that is a reason to drop the rule. */
const MAX_LOST_POINTS = 1;

/** The scores of a set and of its pages. */
export type ScoredSet = {
  readonly name: string;
  readonly pages: readonly PageScore[];
  readonly score: SetScore;
};

/** Prints the figures of each set and the macro averages. */
export function printSets(scored: readonly ScoredSet[]): void {
  console.log(
    '| set | pages | precision | recall | F1 | token F1 | segment F1 | pages with text that come ' +
      'out empty |\n' +
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const { name, pages, score } of scored) {
    const { precision, recall, f1, tokenF1, segmentF1, empty } = score;
    const figures = [precision, recall, f1, tokenF1, segmentF1].map(shown);
    console.log(`| ${[name, pages.length, ...figures, empty].join(' | ')} |`);
  }
  const groups = { ...AVERAGED, all: Object.values(AVERAGED).flat() };
  for (const [group, names] of Object.entries(groups)) {
    const members = scored.filter(({ name }) => names.some((one) => one === name));
    if (members.length !== names.length) continue;
    const over = (key: keyof SetScore) => shown(mean(members.map(({ score }) => score[key])));
    const figures = (['precision', 'recall', 'f1', 'tokenF1'] as const).map(over);
    console.log(`| **macro, ${group}** | ${[names.length, ...figures].join(' | ')} | | |`);
  }
  const empty = scored.reduce((sum, { score }) => sum + score.empty, 0);
  console.log(`| all | ${scored.reduce((sum, { pages }) => sum + pages.length, 0)} | | | | | | ${empty} |\n`);
}

function shown(figure: number): string {
  return Number.isNaN(figure) ? '' : figure.toFixed(3);
}

/** Prints the pages with the lowest F1. */
export function printWorst(scored: readonly ScoredSet[], number: number): void {
  const pages = scored.flatMap(({ name, pages }) => pages.map((page) => ({ name, page })));
  const rated = pages.filter(({ page }) => page.recall !== null);
  for (const { name, page } of rated.toSorted((a, b) => pageF1(a.page) - pageF1(b.page)).slice(0, number)) {
    console.log(
      `${pageF1(page).toFixed(3)}  P ${(page.precision ?? Number.NaN).toFixed(3)}  ` +
        `R ${(page.recall ?? Number.NaN).toFixed(3)}  ${name}  ${page.id}`,
    );
  }
}

/**
 * Prints the differences from an earlier reading, and whether the result is better on average over the sets.
 */
export function printDifferences(differences: readonly Compared[]): void {
  console.log('| compared with the dump | points of F1 | 95 % interval |\n| --- | --- | --- |');
  for (const { name, points, from, to } of differences) {
    console.log(`| ${name} | ${signed(points)} | ${signed(from)} to ${signed(to)} |`);
  }
  const left = differences.filter(({ name }) => name.startsWith('without '));
  const single = differences.filter(({ name }) => !name.startsWith('without '));
  const lost = single.filter(({ points }) => points < -MAX_LOST_POINTS).map(({ name }) => name);
  console.log(
    `\nWith each set left out in turn: ${signed(Math.min(...left.map(({ points }) => points)))} to ` +
      `${signed(Math.max(...left.map(({ points }) => points)))} points, lowest end of an interval ` +
      `${signed(Math.min(...left.map(({ from }) => from)))}. Sets that lose more than a point: ` +
      `${lost.length === 0 ? 'none' : lost.join(', ')}.\n`,
  );
}

function signed(points: number): string {
  return `${points < 0 ? '' : '+'}${points.toFixed(2)}`;
}
