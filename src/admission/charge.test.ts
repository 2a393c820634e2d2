import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { Failure } from '../core/failure.ts';
import { runOf } from '../core/run.ts';
import { chargeAnswers, chargeCalls } from './admission.ts';

const { signal } = new AbortController();

test('work is counted before it is done, a deep answer as five units, and refused work is not begun', async () => {
  const charged: number[] = [];
  let begun = 0;
  const answer = chargeAnswers(async function* () {
    begun++;
    yield* [];
  });
  const call = chargeCalls(
    async () => ++begun,
    (units: number) => units,
  );
  const counted = {
    name: '',
    charge: (units: number) => (charged.push(units) > 1 ? Promise.resolve() : null),
  };
  const deep = { ...QUESTION, depth: 'deep' } as const;
  await answer(runOf(QUESTION, { caller: counted, signal })).next();
  await answer(runOf(deep, { caller: counted, signal })).next();
  await call(3, { caller: counted, signal });
  assert.deepEqual([charged, begun], [[1, 5, 3], 3]);
  const refused = {
    name: '',
    charge: () => Promise.reject(new Failure('rate-limited', 'That was too much.')),
  };
  await assert.rejects(answer(runOf(deep, { caller: refused, signal })).next(), { code: 'rate-limited' });
  await assert.rejects(call(1, { caller: refused, signal }), { code: 'rate-limited' });
  assert.equal(begun, 3);
});
