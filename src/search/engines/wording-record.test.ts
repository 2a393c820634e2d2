import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWordingRecord } from './with-query-relaxation.ts';

test('is worth trying until it has missed several times in a row', () => {
  const record = createWordingRecord(3);
  record.recordMiss();
  record.recordMiss();
  assert.equal(record.isWorthTrying(), true);
  record.recordHit();
  record.recordMiss();
  record.recordMiss();
  assert.equal(record.isWorthTrying(), true);
  record.recordMiss();
  assert.equal(record.isWorthTrying(), false);
});

test('is tried every twentieth time, and every time after a success', () => {
  const record = createWordingRecord(3);
  for (let miss = 0; miss < 3; miss++) record.recordMiss();
  const turns = Array.from({ length: 60 }, () => record.isWorthTrying());
  const probes = turns.flatMap((isWorthTrying, at) => (isWorthTrying ? [at + 1] : []));
  assert.deepEqual(probes, [20, 40, 60]);
  record.recordHit();
  assert.equal(record.isWorthTrying(), true);
});
