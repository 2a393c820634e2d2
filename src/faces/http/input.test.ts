import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { parseJson } from './input.ts';

const isInvalid = (error: unknown) => error instanceof Failure && error.code === 'invalid-question';

test('the error the error says where a body breaks', () => {
  assert.throws(() => parseJson('{"query":\n "a",}'), /line 2, column 6/);
});

test('too deeply nested brackets are invalid and not an internal error', () => {
  for (const body of ['['.repeat(60_000), '{"a":'.repeat(12_000)])
    assert.throws(() => parseJson(body), isInvalid);
});
