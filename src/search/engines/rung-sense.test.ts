import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRungSense } from './relaxing.ts';

test('is promising until it has missed several times in a row', () => {
  const sense = createRungSense(3);
  sense.missed();
  sense.missed();
  assert.equal(sense.isPromising(), true);
  sense.paid();
  sense.missed();
  sense.missed();
  assert.equal(sense.isPromising(), true);
  sense.missed();
  assert.equal(sense.isPromising(), false);
});

test('is tried every twentieth time, and every time after a success', () => {
  const sense = createRungSense(3);
  for (let miss = 0; miss < 3; miss++) sense.missed();
  const turns = Array.from({ length: 60 }, () => sense.isPromising());
  const probes = turns.flatMap((isPromising, at) => (isPromising ? [at + 1] : []));
  assert.deepEqual(probes, [20, 40, 60]);
  sense.paid();
  assert.equal(sense.isPromising(), true);
});
