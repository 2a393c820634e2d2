import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countChars, toSnippet } from './text.ts';

test('a short text is its own snippet', () => {
  assert.equal(toSnippet('  An  axolotl\nis a salamander. ', 200), 'An axolotl is a salamander.');
});

test('a long text is cut at a word with the ellipsis inside the limit', () => {
  const snippet = toSnippet('word '.repeat(100), 200);
  assert.ok(countChars(snippet) <= 200);
  assert.match(snippet, /word…$/);
});

test('text without blanks is cut where it fits', () => {
  assert.equal(countChars(toSnippet('蠑'.repeat(300), 200)), 200);
});

test('no snippet is longer than its limit or contains half a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.integer({ min: 1, max: 300 }),
      (text, maxChars) => {
        const snippet = toSnippet(text, maxChars);
        assert.ok(countChars(snippet) <= maxChars);
        assert.ok(snippet.isWellFormed());
      },
    ),
  );
});
