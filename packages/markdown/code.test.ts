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

test('inline code is undecided while its end may follow, up to 1,024 characters', () => {
  for (const text of ['`a`', '`a', '`a\nb`']) assert.equal(readCodeSpan(text, 1, true), 'needs more', text);
  assert.equal(readCodeSpan('`a` ', 1, true), 3);
  assert.equal(readCodeSpan('`a\n\nb', 1, true), null);
  const ofLength = (length: number) => `\`${'a'.repeat(length - 2)}\``;
  assert.equal(readCodeSpan(ofLength(1024), 1, true), 1024);
  assert.equal(readCodeSpan(ofLength(1025), 1, false), null);
  assert.equal(readCodeSpan(`\`${'a'.repeat(1022)}`, 1, true), 'needs more');
  assert.equal(readCodeSpan(`\`${'a'.repeat(1023)}`, 1, true), null);
});
