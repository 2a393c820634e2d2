import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { parseEach, parseResults } from './parse-each.ts';

const SHAPE = z.object({ url: z.string() });

test('passes over what has another shape', () => {
  assert.deepEqual(parseEach([{ url: 'a' }, null, { url: 7 }, { url: 'b', more: 1 }], SHAPE), [
    { url: 'a' },
    { url: 'b' },
  ]);
});

test('tells results of which none has the shape from no results', () => {
  assert.deepEqual(parseResults([], SHAPE), []);
  assert.deepEqual(parseResults([{ url: 'a' }, {}], SHAPE), [{ url: 'a' }]);
  assert.equal(parseResults([{}, { link: 'a' }], SHAPE), null);
});
