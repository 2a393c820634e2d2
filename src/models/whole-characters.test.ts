import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { wholeCharacters } from './whole-characters.ts';

test('joins a character that arrived in two halves', () => {
  const whole = wholeCharacters();
  assert.deepEqual([whole.push('a \ud83d'), whole.push('\ude00 b'), whole.end()], ['a ', '😀 b', '']);
});

test('returns whole characters and well-formed text, however it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', '😀') })), (pieces) => {
      const whole = wholeCharacters();
      const out = [...pieces.map((piece) => whole.push(piece)), whole.end()];
      assert.ok(out.every((piece) => piece.isWellFormed()));
      assert.equal(out.join(''), pieces.join('').toWellFormed());
    }),
  );
});
