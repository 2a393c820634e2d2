import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Match } from '../core/relevance.ts';
import { createRelevance } from '../core/relevance.ts';
import { only, type RankedPage, rank } from './rank.ts';
import { byScore, type Window } from './window.ts';

const NO_PAUSES = async () => {};

const WEIGHTS = [1.5, 0.4, 3];
const unit = fc.record({
  counts: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
  words: fc.integer({ min: 3, max: 40 }),
});
const page = fc.record({ title: unit, units: fc.array(unit, { maxLength: 8 }) });

const wordsOf = (units: readonly Match[]) => units.reduce((sum, { words }) => sum + words, 0);

/**
 * The score of a run of units by the formula, written as in the paper: weight × tf (k1 + 1) / (tf + norm).
 */
function expectedScore(pages: readonly RankedPage[], { page, from, to }: Window, size: number): number {
  const { title, units } = pages[page] ?? assert.fail('no such page');
  const all = pages.flatMap((each) => each.units);
  const run = units.slice(from, to);
  const norm = 1.2 * (0.4 + (0.6 * wordsOf(run)) / ((wordsOf(all) / all.length) * size));
  const bm25 = WEIGHTS.map((weight, term) => {
    const count = run.reduce((sum, { counts }) => sum + (counts[term] ?? 0), 0);
    return (weight * count * 2.2) / (count + norm);
  });
  const inTitle = WEIGHTS.filter((_, term) => (title.counts[term] ?? 0) > 0);
  const sum = (figures: readonly number[]) => figures.reduce((before, figure) => before + figure, 0);
  return sum(bm25) * (1 + 0.5 * (sum(inTitle) / sum(WEIGHTS))) * (1 + 0.1 / (page + 1));
}

function assertClose(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.max(1, expected), `${actual} for ${expected}`);
}

test('windows of three score by BM25, more under a fitting title and high in the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 2, maxLength: 4 }), async (pages) => {
      const { windows } = await rank(pages, WEIGHTS, NO_PAUSES);
      for (const window of windows) {
        const words = wordsOf(pages[window.page]?.units.slice(window.from, window.to) ?? []);
        assertClose(window.score, expectedScore(pages, window, 3) / (words + 20) ** 0.25);
      }
      const runs = pages.flatMap(({ units }) =>
        units.slice(0, Math.max(1, units.length - 2)).map((_, from) => units.slice(from, from + 3)),
      );
      const matching = runs.filter((run) => run.some(({ counts }) => counts.some((count) => count > 0)));
      assert.equal(windows.length, matching.length);
      assert.deepEqual(windows, windows.toSorted(byScore));
    }),
  );
});

test('the best three single units of a page are ranked by the same formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 2, maxLength: 4 }), async (pages) => {
      const { singles } = await rank(pages, WEIGHTS, NO_PAUSES);
      for (const single of singles) assertClose(single.score, expectedScore(pages, single, 1));
      assert.deepEqual(singles, singles.toSorted(byScore));
      for (const [at, { units }] of pages.entries()) {
        const own: readonly Window[] = singles.filter((single) => single.page === at);
        const matching = units.filter(({ counts }) => counts.some((count) => count > 0));
        assert.equal(own.length, Math.min(3, matching.length));
        const left = units.flatMap((_, from) =>
          own.some((single) => single.from === from) ? [] : [{ page: at, from, to: from + 1, score: 0 }],
        );
        const least = Math.min(...own.map(({ score }) => score));
        for (const other of left) assert.ok(expectedScore(pages, other, 1) <= least + 1e-9);
      }
    }),
  );
});

test('nothing to find and nothing to look in is worth nothing', async () => {
  const empty = { counts: [0, 0, 0], words: 5 };
  assert.deepEqual(await rank([{ title: empty, units: [empty] }], WEIGHTS, NO_PAUSES), {
    singles: [],
    windows: [],
  });
  assert.deepEqual(await rank([], WEIGHTS, NO_PAUSES), { singles: [], windows: [] });
  assert.deepEqual(await rank([{ title: { counts: [], words: 0 }, units: [] }], [], NO_PAUSES), {
    singles: [],
    windows: [],
  });
});

test('of equal windows the one nearer to the top goes first, then the one higher in the list', () => {
  const windows = [
    { page: 1, from: 0, to: 1, score: 1 },
    { page: 0, from: 2, to: 3, score: 1 },
    { page: 0, from: 0, to: 1, score: 1 },
    { page: 3, from: 5, to: 6, score: 2 },
  ];
  assert.deepEqual(
    windows.toSorted(byScore).map(({ page, from }) => [page, from]),
    [
      [3, 5],
      [0, 0],
      [1, 0],
      [0, 2],
    ],
  );
});

test('a ranking about some pages names them by their place among those', () => {
  const windows = [2, 0, 1].map((page) => ({ page, from: page, to: page + 1, score: 1 }));
  const some = only({ singles: windows, windows }, [0, 2]);
  const expected = [
    { page: 1, from: 2, to: 3, score: 1 },
    { page: 0, from: 0, to: 1, score: 1 },
  ];
  assert.deepEqual(some, { singles: expected, windows: expected });
});

/** The sentences of one page in the order of their worth. */
async function orderOf(query: string, sentences: readonly string[]): Promise<number[]> {
  const relevance = createRelevance(query);
  const units = sentences.map((sentence) => relevance.match(sentence));
  const ranking = await rank([{ title: relevance.match(''), units }], relevance.weights(units), NO_PAUSES);
  return ranking.windows.map(({ from }) => from);
}

const FILLER = ['Nothing here.', 'Nor here.', 'Still nothing.'];

test('ranks a new part of the claim before one that was covered', async () => {
  const sentences = [
    'The park has canoes and canoes.',
    ...FILLER,
    'Canoes are kept in the park.',
    ...FILLER,
    'Fishing is allowed in the park.',
    ...FILLER,
  ];
  const order = await orderOf('The park has canoes and fishing', sentences);
  assert.ok(order.indexOf(8) < order.indexOf(4), order.join());
});

test('keeps units next to a word of the question, and no others', async () => {
  const order = await orderOf('canoes', [...FILLER, ...FILLER, 'Canoes.', ...FILLER, ...FILLER]);
  assert.equal(order[0], 6);
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    [4, 5, 6, 7, 8],
  );
});
