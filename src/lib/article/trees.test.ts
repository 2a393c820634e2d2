import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTrees } from './trees.ts';

/** Gives 1 up to a size of 5; above it, 2 or 4, depending on whether the second trait exceeds 0.5. */
const LARGE = [0, 5, 2, -1, 1, 0, 1, 0.5, 4, -1, 2, 0, -1, 4, 0];
const SMALL = [1, 0.5, 2, -1, -0.25, 0, -1, 0.25, 0];
const WRITTEN = { traits: ['size', 'share'], trees: [SMALL, LARGE] };
const positions = new Map([
  ['share', 0],
  ['size', 1],
]);
const planted = loadTrees(WRITTEN, { positions, ofPage: new Set() });

/** The sum for one row. */
function sumOf(size: number, share: number, least = -100, trees = planted): number {
  const row = Float32Array.of(share, size);
  trees.beginPage(row);
  return trees.sumOf(row, 0, least);
}

test('a row gets the sum of the leaves that its traits lead to; a limit belongs to the left branch', () => {
  assert.equal(sumOf(5, 0.5), 1 - 0.25);
  assert.equal(sumOf(5, 0.75), 1 + 0.25);
  assert.equal(sumOf(6, 0.5), 2 - 0.25);
  assert.equal(sumOf(6, 0.75), 4 + 0.25);
});

test('a value that is not a number is above every limit', () => {
  assert.equal(sumOf(Number.NaN, 0.5), 2 - 0.25);
});

test('every row has its own sum, at its place in a table', () => {
  const table = Float32Array.of(0.5, 5, 0.75, 6);
  planted.beginPage(table);
  assert.deepEqual([planted.sumOf(table, 2, -100), planted.sumOf(table, 0, -100)], [4.25, 0.75]);
});

test('a trait of the page counts as in the first row, until the next page begins', () => {
  const trees = loadTrees(WRITTEN, { positions, ofPage: new Set(['size']) });
  trees.beginPage(Float32Array.of(0, 6));
  assert.equal(trees.sumOf(Float32Array.of(0.75, 0), 0, -100), 4.25);
  assert.equal(sumOf(5, 0.75, -100, trees), 1.25);
});

test('trees of up to 32 leaves give the same sums as a walk from node to node', () => {
  for (const leaves of [1, 2, 31, 32]) {
    const comb = Array.from({ length: leaves - 1 }, (_, at) => [0, at, 2 * (at + 1), -1, at, 0]).flat();
    // Each right branch follows its left leaf, so the tests are limits in a row.
    const tree = [...comb, -1, leaves - 1, 0];
    const trees = loadTrees({ traits: ['size'], trees: [tree] }, { positions, ofPage: new Set() });
    for (let size = 0; size < leaves; size++) assert.equal(sumOf(size, 0, -100, trees), size);
  }
});

test('a sum that can no longer reach the minimum is the minimum', () => {
  assert.equal(sumOf(0, 0, 2), 2);
  assert.equal(sumOf(0, 0, 0.5), 0.75);
  assert.equal(sumOf(9, 1, 2), 4.25);
});

test('a trait that does not exist and a tree with too many leaves are refused', () => {
  const ofPage = new Set<string>();
  assert.throws(
    () => loadTrees({ traits: ['weight'], trees: [] }, { positions, ofPage }),
    /no trait "weight"/,
  );
  const comb = Array.from({ length: 32 }, (_, at) => [0, at, 2 * (at + 1), -1, at, 0]).flat();
  const large = { traits: ['size'], trees: [[...comb, -1, 1, 0]] };
  assert.throws(() => loadTrees(large, { positions, ofPage }), /more than 32 leaves/);
});
