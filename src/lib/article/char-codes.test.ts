import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charCodesOf } from './char-codes.ts';

test('gives the codes of short, long and very long texts', () => {
  for (const text of ['', 'a', 'ä€😀\ud800', 'ä€😀\ud800 '.repeat(10), 'ä€😀\ud800'.repeat(30_000)]) {
    const expected = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    assert.deepEqual([...charCodesOf(text).subarray(0, text.length)], expected);
  }
});
