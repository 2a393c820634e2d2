import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCodeSpan } from './block-structure.ts';

test('inline code ends with as many backticks as it began with, within its paragraph', () => {
  const lengths: readonly (readonly [text: string, run: number, length: number | null])[] = [
    ['`a`', 1, 3],
    ['`a` b`', 1, 3],
    ['``a`b``c', 2, 7],
    ['`a\nb`', 1, 5],
    ['`a', 1, null],
    ['``a```', 2, null],
    ['`a\n\nb`', 1, null],
    ['`a\n > \nb`', 1, null],
    ['`a\n# b`', 1, null],
    ['`a\n#b`', 1, 6],
    ['`a\n- b`', 1, null],
    ['`a\n-b`', 1, 6],
    ['`a\n1. b`', 1, null],
    ['`a\n```b`', 1, null],
    ['`a\n~~~b`', 1, null],
  ];
  for (const [text, run, length] of lengths) assert.equal(readCodeSpan(text, run, false), length, text);
});
