import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { parseEach, parseResults } from './parse-results.ts';

const SHAPE = z.object({ url: z.string() });

test('skips items with another shape', () => {
  assert.deepEqual(parseEach([{ url: 'a' }, null, { url: 7 }, { url: 'b', more: 1 }], SHAPE), [
    { url: 'a' },
    { url: 'b' },
  ]);
});

test('validates no more items than services return', () => {
  let validated = 0;
  const counting = SHAPE.refine(() => ++validated > 0);
  assert.equal(parseEach(Array(10_000).fill({ url: 'a' }), counting).length, 200);
  assert.equal(validated, 200);
});

test('distinguishes results of another shape from no results', () => {
  assert.deepEqual(parseResults([], SHAPE), []);
  assert.deepEqual(parseResults([{ url: 'a' }, {}], SHAPE), [{ url: 'a' }]);
  assert.equal(parseResults([{}, { link: 'a' }], SHAPE), null);
});
