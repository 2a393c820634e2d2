import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { parseJson } from './input.ts';

const isInvalid = (error: unknown) => error instanceof Failure && error.code === 'invalid-question';

test('says where a body breaks', () => {
  assert.throws(() => parseJson('{"query":\n "a",}'), /line 2, column 6/);
});

test('refuses brackets nested deeper than any stack as invalid, not as a fault of its own', () => {
  for (const body of ['['.repeat(60_000), '{"a":'.repeat(12_000)])
    assert.throws(() => parseJson(body), isInvalid);
});
