import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { bothScores, type ElementPlace, MIN_SCORE, SCORE_TRAITS, viewScores } from './score-traits.ts';
import { createTraitRows } from './trait-rows.ts';

const PAGE: ElementPlace = { path: 1, depth: 0, outer: null };
const MENU: ElementPlace = { path: 2, depth: 1, outer: PAGE };
const ARTICLE: ElementPlace = { path: 3, depth: 1, outer: PAGE };
const SECTION: ElementPlace = { path: 4, depth: 2, outer: ARTICLE };
const ALIKE: ElementPlace = { path: 4, depth: 2, outer: ARTICLE };
const at = (place: ElementPlace, chars: number) => ({ chars, block: { place } });
/** The weights are 100, 100, 200 and 301; no block weighs more than 301, however long it is. */
const BLOCKS = [at(MENU, 99), at(SECTION, 99), at(SECTION, 199), at(ALIKE, 399)];
const VIEW = viewScores(BLOCKS, [-9, 1, 3, -1]);
const chance = (score: number) => 1 / (1 + Math.exp(-score));

const ROWS = createTraitRows(SCORE_TRAITS);

function traitOf(name: string, view = VIEW): number[] {
  const position = ROWS.positions.get(name) ?? assert.fail(`no trait "${name}"`);
  const { values, width } = ROWS.measure(view);
  return rounded(view.blocks.map((_, block) => values[block * width + position] ?? 0));
}

/** To six decimals, after the rounding with which traits are stored. */
function rounded(values: readonly number[]): number[] {
  return values.map((value) => Number(Math.fround(value).toFixed(6)));
}

test('scores count between -4 and 4', () => {
  assert.deepEqual(traitOf('score'), [-4, 1, 3, -1]);
  assert.deepEqual(traitOf('score', viewScores(BLOCKS, [9, 0, 0, MIN_SCORE])), [4, 0, 0, -4]);
});

test('a block has the weighted mean and the best score of the blocks with its path', () => {
  const path = (100 * 1 + 200 * 3 - 301) / 601;
  assert.deepEqual(traitOf('mean of its path'), rounded([-4, path, path, path]));
  assert.deepEqual(traitOf('best of its path'), [-4, 3, 3, 3]);
  const share = 1; // 601 of 298 likely characters
  assert.deepEqual(traitOf('share of the likely text with its path'), [0, share, share, share]);
});

test('a block has the mean and the likely share of its element, with all that is inside', () => {
  const section = (100 * 1 + 200 * 3) / 300;
  assert.deepEqual(traitOf('mean in its element'), rounded([-4, section, section, -1]));
  assert.deepEqual(traitOf('likely share of its element'), [0, 1, 1, 0]);
  const outer = viewScores([...BLOCKS, at(PAGE, 99)], [-4, 1, 3, -1, 2]);
  const whole = (100 * -4 + 100 * 1 + 200 * 3 - 301 + 100 * 2) / 801;
  assert.deepEqual(traitOf('mean in its element', outer).slice(-1), rounded([whole]));
});

test('elements with the same path are judged together, and so are those around them', () => {
  const both = (100 * 1 + 200 * 3 - 301) / 601;
  const page = (100 * -4 + 100 * 1 + 200 * 3 - 301) / 701;
  assert.deepEqual(traitOf('mean in similar elements'), rounded([-4, both, both, both]));
  assert.deepEqual(traitOf('mean in elements similar to its parent'), rounded([page, both, both, both]));
  const alone = viewScores([at(PAGE, 99)], [1]);
  assert.deepEqual(traitOf('mean in elements similar to its parent', alone), [-5]);
});

test('a block has the share of the page with higher scores, and the likely share before it', () => {
  assert.deepEqual(
    traitOf('share of the page with higher scores'),
    rounded([697 / 796, 199 / 796, 0, 298 / 796]),
  );
  assert.deepEqual(traitOf('share of the likely text before it'), rounded([0, 0, 99 / 298, 1]));
  assert.deepEqual(traitOf('blocks after the first likely block'), [-1, 0, 1, 2]);
  assert.deepEqual(traitOf('position among sure blocks'), [0, 0, 1, 2]);
});

test('a page has its likely share, and how sure that is', () => {
  const [likely, expected] = [99 * chance(1) + 199 * chance(3), 99 * chance(-4) + 399 * chance(-1)];
  for (const [name, value] of Object.entries({
    'likely share of the page': 298 / 796,
    'likely characters of the page': 8.25,
    'mean chance of the likely text': likely / 298,
    'expected share that is likely': likely / (likely + expected),
  }))
    assert.deepEqual([...new Set(traitOf(name))], rounded([value]), name);
});

test('the second forest has three fifths of a score, and neither decides without bounds', () => {
  assert.equal(bothScores(2, -1).toFixed(6), '0.200000');
  assert.equal(bothScores(100, -100).toFixed(6), '-0.800000');
  assert.equal(bothScores(-100, -100).toFixed(6), MIN_SCORE.toFixed(6));
});

test('a page without likely blocks has traits as well', () => {
  const view = viewScores(BLOCKS, [-1, -2, -3, -4]);
  assert.deepEqual(traitOf('share of the likely text before it', view), [-1, -1, -1, -1]);
  assert.deepEqual(traitOf('blocks after the first likely block', view), [-100, -100, -100, -100]);
  assert.deepEqual(traitOf('position among sure blocks', view), [-1, -1, -1, -1]);
  assert.deepEqual(traitOf('mean chance of the likely text', view), [0, 0, 0, 0]);
  assert.equal(viewScores([], []).chars, 0);
});

test('deeply nested elements take time in proportion to their number', async () => {
  await assertProportional((size) => {
    let place = PAGE;
    const blocks = Array.from({ length: size }, (_, depth) => {
      place = { path: depth % 7, depth: depth + 1, outer: place };
      return at(place, 50);
    });
    viewScores(blocks, new Float32Array(size));
  }, 20_000);
});
