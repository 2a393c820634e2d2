import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allUnits, fromBase, toBase } from './conversion.ts';
import { evaluateSum } from './sum.ts';

type SumToken = Parameters<typeof evaluateSum>[0][number];

/** A fixed sequence of numbers below `limit`. */
function createNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

test('a sum of products has the value that exact fractions give', () => {
  const next = createNumbers(7);
  for (let round = 0; round < 2000; round++) {
    const [a, b, c, d] = [next(999), next(999), next(999), next(99) + 1].map(BigInt) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const sign = (text: string): SumToken => ({ kind: 'sign', sign: text, looks: 'clear' });
    const number = (numerator: bigint): SumToken => ({
      kind: 'number',
      value: { numerator, denominator: 1n },
      written: '',
    });
    const tokens = [number(a), sign('-'), number(b), sign('×'), number(c), sign('÷'), number(d)];
    const value = evaluateSum(tokens)?.value;
    assert.ok(value !== undefined);
    assert.equal(value.numerator * d, (a * d - b * c) * value.denominator);
  }
});

test('a quantity that is converted there and back is the same', () => {
  const value = { numerator: 12_345n, denominator: 97n };
  for (const unit of allUnits()) {
    const base = toBase(value, unit);
    assert.deepEqual(base === null ? null : fromBase(base, unit), value, unit.symbol);
  }
});
