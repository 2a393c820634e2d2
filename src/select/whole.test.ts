import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenCost } from '../core/tokens.ts';
import { toUnits } from './units.ts';
import { whole } from './whole.ts';

const TEXT = 'The tower is 330 metres high. It was built for the world fair of 1889. ';

test('takes everything if it just fits, otherwise nothing', () => {
  const units = [toUnits(TEXT)];
  const tokens = units.flat().reduce((sum, unit) => sum + unit.tokens, 1);
  assert.equal(whole(units, tokens, false)?.size, 2);
  assert.equal(whole(units, tokens - 0.1, false), undefined);
});

test('takes repeats of several texts once, and keeps repeats within a text', () => {
  const twice = toUnits(TEXT + TEXT);
  const taken = whole([twice, toUnits(TEXT)], 10 * tokenCost(TEXT), true);
  assert.deepEqual([...(taken ?? [])], twice);
  assert.equal(whole([twice, toUnits(TEXT)], 10 * tokenCost(TEXT), false)?.size, 6);
});

test('counts the tokens of a unit on demand', () => {
  for (const unit of toUnits(TEXT)) assert.equal(unit.tokens, tokenCost(unit.text));
});
