import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFormula } from './nth.ts';

const FORMULAS: Readonly<Record<string, readonly [step: number, first: number] | null>> = {
  odd: [2, 1],
  EVEN: [2, 0],
  '2n + 1': [2, 1],
  '2n': [2, 0],
  n: [1, 0],
  '+n-2': [1, -2],
  '-n+3': [-1, 3],
  '-2n - 1': [-2, -1],
  '+3n+0': [3, 0],
  '5': [0, 5],
  '-5': [0, -5],
  '': null,
  x: null,
  '2n+': null,
  '2m+1': null,
  n2: null,
};

for (const [formula, expected] of Object.entries(FORMULAS)) {
  test(`reads the formula "${formula}"`, () => {
    const read = parseFormula(formula);
    assert.deepEqual(read && [read.step, read.first], expected);
  });
}
