import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plantTrees, sumOfTrees } from './trees.ts';

/** Gives 1 up to a size of 5; above it, 2 or 4, depending on whether the second trait exceeds 0.5. */
const LARGE = [0, 5, 2, -1, 1, 0, 1, 0.5, 4, -1, 2, 0, -1, 4, 0];
const SMALL = [1, 0.5, 2, -1, -0.25, 0, -1, 0.25, 0];
const KNOWN = new Map([
  ['size', 'measure of the size'],
  ['share', 'measure of the share'],
]);
const planted = plantTrees({ traits: ['size', 'share'], trees: [SMALL, LARGE] }, KNOWN);

test('a row gets the sum of the leaves that its traits lead to; a limit belongs to the left branch', () => {
  const of = (...row: number[]) => sumOfTrees(planted, Float32Array.from(row), -100);
  assert.equal(of(5, 0.5), 1 - 0.25);
  assert.equal(of(5, 0.75), 1 + 0.25);
  assert.equal(of(6, 0.5), 2 - 0.25);
  assert.equal(of(6, 0.75), 4 + 0.25);
});

test('a sum that can no longer reach the minimum is the minimum', () => {
  assert.equal(sumOfTrees(planted, Float32Array.from([0, 0]), 2), 2);
  assert.equal(sumOfTrees(planted, Float32Array.from([0, 0]), 0.5), 0.75);
  assert.equal(sumOfTrees(planted, Float32Array.from([9, 1]), 2), 4.25);
});

test('trees keep the measures of their traits in their order, and refuse a trait that does not exist', () => {
  assert.deepEqual(planted.measures, ['measure of the size', 'measure of the share']);
  assert.throws(() => plantTrees({ traits: ['weight'], trees: [] }, KNOWN), /no trait "weight"/);
});
