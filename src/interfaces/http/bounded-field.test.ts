import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../rest/answering.ts';
import { boundedField } from './input.ts';

test('a list of usual length is unchanged, a longer one is cut after an item', () => {
  assert.equal(boundedField('text/html, */*;q=0.8'), 'text/html, */*;q=0.8');
  const long = Array.from({ length: 10_000 }, (_, at) => `a/b${at}`).join(', ');
  const cut = boundedField(long);
  assert.ok(cut.length <= 1024 && long.startsWith(`${cut},`));
  assert.equal(boundedField('x'.repeat(40_000)), '');
});

test('an Accept field of any length is negotiated by its beginning', () => {
  assert.equal(formOf(`text/plain${', a/b'.repeat(10_000)}, application/json`), 'text/plain');
});
