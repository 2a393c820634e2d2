import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfPlainPiece } from './tokens.ts';

/** The pieces from the beginning of a text, as long as they are plain. */
function plainPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfPlainPiece(text, at);
    if (end === at) break;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

test('cuts plain English into words with their space, groups of three digits, and marks', () => {
  const pieces = [
    'In',
    ' ',
    '202',
    '4',
    ' the',
    ' OECD',
    ' had',
    ' ',
    '38',
    ' members',
    ',',
    ' as',
    ' iPhone',
  ];
  assert.deepEqual(plainPieces(pieces.join('')), ['In', ...pieces.slice(1, -1), ' i', 'Phone']);
});

test('finds no plain piece where the next character may belong to it', () => {
  for (const text of ["don't", 'caf\u00e9', '12\u0663', '."', '.\n', '  a', ' "', '\t', "'", 'a'.repeat(21)])
    assert.deepEqual(plainPieces(text), [], JSON.stringify(text));
});

test('takes a word of nineteen letters, and one that ends before a line break or a mark', () => {
  for (const text of ['a'.repeat(19), ' USA', 'Ab']) {
    assert.deepEqual(plainPieces(text), [text]);
    for (const after of ['\n', '-', '1'])
      assert.deepEqual(plainPieces(text + after).slice(0, 1), [text], JSON.stringify(after));
  }
});
