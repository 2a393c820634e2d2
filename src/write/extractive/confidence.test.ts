import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confidenceOf } from './confidence.ts';

test('the confidence grows with its chance and what it covers, and is never certain', () => {
  const usual = { chance: 0.4, ofAny: 0.6, covered: 0.5 };
  const middle = confidenceOf(usual);
  assert.ok(confidenceOf({ ...usual, chance: 0.55 }) > middle);
  assert.ok(confidenceOf({ ...usual, covered: 0.8 }) > middle);
  assert.equal(confidenceOf({ chance: 0, ofAny: 1, covered: -9 }), 0.01);
  assert.equal(confidenceOf({ chance: 1, ofAny: 0, covered: 9 }), 0.99);
});
