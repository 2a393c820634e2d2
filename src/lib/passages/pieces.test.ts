import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from './candidate.ts';

test('a sentence of up to 400 characters is one piece on one line', () => {
  assert.deepEqual(piecesOf('The red\n bridge fell. '), [{ text: 'The red bridge fell.', at: 0 }]);
});

test('all of a long sentence is in its pieces, cut between words and marked where it was cut', () => {
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
  const pieces = piecesOf(words.join(' '));
  assert.ok(pieces.length > 1 && pieces.every(({ text }) => text.length <= 402));
  assert.equal(pieces.map(({ text }) => text.replaceAll('…', '')).join(' '), words.join(' '));
  assert.ok(pieces[0]?.text.endsWith('…') && pieces.at(-1)?.text.startsWith('…'));
  for (const { text, at } of pieces)
    assert.ok(words.join(' ').slice(at).trimStart().startsWith(text.replaceAll('…', '')));
});

test('a text in a script without stops is cut at its spaces, into shorter pieces', () => {
  const text = Array.from({ length: 20 }, () => 'กรุงเทพมหานครเป็นเมืองหลวง').join(' ');
  assert.ok(piecesOf(text).every((piece) => piece.text.length <= 202));
});

test('a long text without any space is cut as well', () => {
  assert.ok(piecesOf('x'.repeat(2_000)).length >= 5);
});
