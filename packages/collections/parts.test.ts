import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { toParts } from './parts.ts';

test('does not split a short text', () => {
  assert.deepEqual(toParts('short', 10), ['short']);
  assert.deepEqual(toParts('', 10), ['']);
});

test('cuts at a paragraph rather than in a sentence', () => {
  const paragraph = 'Some words that make a paragraph. ';
  const text = `${paragraph.repeat(3)}\n\n${paragraph.repeat(3)}`;
  assert.deepEqual(toParts(text, 150), [`${paragraph.repeat(3)}\n\n`, paragraph.repeat(3)]);
});

test('leaves no small remainder', () => {
  const parts = toParts('word '.repeat(210), 1_000);
  assert.equal(parts.length, 2);
  for (const part of parts) assert.ok(part.length > 350, `${part.length}`);
});

test('splits any text into short parts that join to the text, without splitting characters', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '\n\n', '. ', '。', '😀', '北', 'word ');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), fc.integer({ min: 2, max: 60 }), (text, maxChars) => {
      const parts = toParts(text, maxChars);
      assert.equal(parts.join(''), text);
      for (const part of parts) assert.ok(part.length <= maxChars && part.isWellFormed());
    }),
  );
});
