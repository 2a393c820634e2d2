import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import fc from '../../../../test/support/properties.ts';
import { cutAt, jsonCost, within } from './fit.ts';

const anyText = fc.oneof(
  fc.string({ maxLength: 3000, unit: 'grapheme' }),
  fc.array(fc.lorem({ maxCount: 5 }), { maxLength: 60 }).map((lines) => lines.join('\n\n')),
  fc.constantFrom('"', '\n', '日本', '😀', ' ').map((one) => one.repeat(2000)),
);

test('a text is cut so that it costs no more than allowed as JSON, and never inside a character', () => {
  fc.assert(
    fc.property(anyText, fc.nat(400), (text, maxTokens) => {
      const part = text.slice(0, cutAt(text, 0, maxTokens));
      assert.ok(estimateTokens(JSON.stringify(part).slice(1, -1)) <= maxTokens);
      assert.equal(part.isWellFormed(), text.isWellFormed() || part.isWellFormed());
    }),
  );
});

test('a text that fits is not cut, and nearly all of what is allowed is used', () => {
  const text = 'The axolotl keeps its gills for life. '.repeat(300);
  assert.equal(cutAt(text, 0, 5000), text.length);
  const used = estimateTokens(text.slice(0, cutAt(text, 0, 1000)));
  assert.ok(used > 900, String(used));
});

test('items are taken in order until one does not fit', () => {
  const items = ['a', 'b', 'long '.repeat(100), 'c'];
  assert.deepEqual(within(items, 20), ['a', 'b']);
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 8 }), fc.nat(500), (texts, maxTokens) => {
      assert.ok(jsonCost(within(texts, maxTokens)) <= Math.max(1, maxTokens) + 1);
    }),
  );
});
