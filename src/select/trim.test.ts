import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../../test/support/selecting.ts';
import type { Source } from '../core/terms.ts';
import { trim } from './trim.ts';
import { toUnit, type Unit } from './units.ts';

const toSources = (units: ReadonlySet<Unit>): readonly Source[] => {
  const text = [...units].map((unit) => unit.text).join('');
  const passages = text === '' ? [] : [{ text, from: 0, to: text.length }];
  return [{ index: 1, url: 'https://a.example/', title: 'title', snippet: '', passages }];
};

test('the units selected last are left out, and no more than necessary', () => {
  const text = ' water'.repeat(20);
  const units = Array.from({ length: 20 }, (_, at) => toUnit(text, at * 6, at * 6 + 6));
  const all = tokensOf(toSources(new Set(units)));
  for (const less of [0, 1, 5]) {
    const [source, ...more] = trim(new Set(units), all - less, toSources);
    assert.deepEqual([source?.passages[0]?.text, more], [' water'.repeat(20 - less), []]);
  }
  assert.deepEqual(trim(new Set(units), 0, toSources), toSources(new Set()));
});
