import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { toQuotables } from './quotable.ts';

/** The pieces of a source with these passages. */
const piecesOf = (...texts: readonly string[]) =>
  toQuotables({
    index: 1,
    url: 'https://a.example/',
    title: '',
    snippet: '',
    passages: texts.map((text) => ({ text, from: 0, to: text.length })),
  });

test('quotes are sentences, each with its passage and its place in it', () => {
  assert.deepEqual(piecesOf('One is here. Two is there.', ' Three. '), [
    { text: 'One is here.', passage: 0, from: 0, to: 12 },
    { text: 'Two is there.', passage: 0, from: 13, to: 26 },
    { text: 'Three.', passage: 1, from: 1, to: 7 },
  ]);
  assert.deepEqual(piecesOf('', '  '), []);
});

test('a long sentence is cut at the last space, otherwise between two characters', () => {
  const lengths = (text: string) => piecesOf(text).map((piece) => piece.text.length);
  assert.deepEqual(lengths('x'.repeat(320)), [320]);
  assert.deepEqual(lengths('x'.repeat(321)), [320, 1]);
  assert.deepEqual(lengths(`${'x'.repeat(200)} ${'y'.repeat(200)}`), [200, 200]);
  assert.deepEqual(lengths(`${'x'.repeat(100)} ${'y'.repeat(300)}`), [320, 81]);
  assert.deepEqual(lengths(`${'x'.repeat(160)} ${'y'.repeat(300)}`), [320, 141]);
  assert.deepEqual(lengths(`${'x'.repeat(161)} ${'y'.repeat(300)}`), [161, 300]);
  const spaced = `${'x'.repeat(200)} ${'y'.repeat(119)}`;
  assert.deepEqual(lengths(spaced), [320]);
  assert.deepEqual(lengths(`${spaced}z`), [200, 120]);
  const words = ['a', 'b', 'c'].map((letter) => letter.repeat(300));
  assert.deepEqual(
    piecesOf(words.join(' ')).map((piece) => piece.text),
    words,
  );
  for (const pair of ['\u{10000}', '\u{10fc00}', '😀'])
    assert.deepEqual(lengths(`${'a'.repeat(319)}${pair}${'a'.repeat(9)}`), [319, 11]);
  assert.deepEqual(lengths(`${'a'.repeat(320)}😀`), [320, 2]);
  const faces = piecesOf(`a${'😀'.repeat(200)}`);
  assert.ok(faces.every(({ text }) => text.isWellFormed()));
  assert.deepEqual(lengths(`a${'😀'.repeat(200)}`), [319, 82]);
});

test('every piece is the text at its place, and no visible character is lost', () => {
  const text = fc.array(fc.constantFrom('word ', 'x', '. ', '😀', '\n', ' ', 'y'.repeat(100), '。'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, (parts) => {
      const passage = parts.join('');
      const pieces = piecesOf(passage);
      for (const { text: own, from, to } of pieces) {
        assert.equal(passage.slice(from, to), own);
        assert.ok(own === own.trim() && own.length <= 320);
      }
      assert.equal(
        pieces
          .map((piece) => piece.text)
          .join('')
          .replace(/\s/g, ''),
        passage.replace(/\s/g, ''),
      );
    }),
  );
});
