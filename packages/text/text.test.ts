import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { collapse, countChars, firstChars, subjectOf, toSnippet } from './text.ts';

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

test('a snippet ends with a word in its second half, without the marks after it', () => {
  const cases: readonly (readonly [text: string, maxChars: number, snippet: string])[] = [
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two three', 7, 'one tw…'],
    ['one two, three', 9, 'one two…'],
    ['one – two three', 6, 'one…'],
    ['one: two', 5, 'one…'],
    ['abcdefghij klm', 8, 'abcdefg…'],
    ['ab cdefghijkl', 8, 'ab cdef…'],
    ['abcd efghijkl', 8, 'abcd…'],
    ['a  b \n c', 10, 'a b c'],
    ['👍👍👍👍', 3, '👍👍…'],
    ['one-- two', 7, 'one…'],
    ['x', 1, 'x'],
    ['xy', 1, '…'],
    ['a'.repeat(41), 2, 'a…'],
    ['ab '.repeat(50), 2, 'a…'],
    [`${' '.repeat(100)}ab`, 5, '…'],
  ];
  for (const [text, maxChars, snippet] of cases) assert.equal(toSnippet(text, maxChars), snippet, text);
});

test('the first characters are whole ones, and blanks of every kind become one', () => {
  assert.deepEqual(
    [
      firstChars('abc', 3),
      firstChars('abc', 2),
      firstChars('👍👍', 1),
      firstChars('👍👍', 2),
      firstChars('', 0),
    ],
    ['abc', 'ab', '👍', '👍👍', ''],
  );
  assert.equal(firstChars(`${'👍'.repeat(9)}a`, 9), '👍'.repeat(9));
  assert.equal(collapse(' a\n\t b\u00a0c '), 'a b c');
  assert.equal(countChars('a👍é'), 3);
});

test('the subject of a title is without a description and without the name of the site', () => {
  assert.equal(subjectOf('pino: a fast logger'), 'pino');
  assert.equal(subjectOf('Angola - Wikipedia'), 'Angola');
  assert.equal(subjectOf('Mercury (planet)'), 'Mercury');
  assert.equal(subjectOf('10:30 news'), '10:30 news');
});
