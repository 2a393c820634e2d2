import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldConfusables } from './sanitize-for-prompt.ts';

/** The folded text, with the original positions of its characters and its end. */
function folded(text: string) {
  const { text: result, originOf } = foldConfusables(text);
  return [result, Array.from({ length: result.length + 1 }, (_, at) => originOf(at)).join(' ')];
}

test('plain text stays as it is, with each character at its place', () => {
  assert.deepEqual(folded('abc'), ['abc', '0 1 2 3']);
  assert.deepEqual(folded(''), ['', '0']);
});

test('width, style and accents are folded, each character on its own', () => {
  assert.deepEqual(folded('aéb'), ['aeb', '0 1 2 3']);
  assert.deepEqual(folded('ａｂ'), ['ab', '0 1 2']);
  assert.deepEqual(folded('x𝐚y'), ['xay', '0 1 3 4']);
  assert.deepEqual(folded('xﬁy'), ['xfiy', '0 1 1 2 3']);
  assert.deepEqual(folded('e\u0301x'), ['ex', '0 2 3']);
  assert.deepEqual(folded('①②'), ['12', '0 1 2']);
  assert.deepEqual(folded('中😀b'), ['中😀b', '0 1 2 3 4']);
  assert.deepEqual(folded('ﬁﬁ'), ['fifi', '0 0 1 1 2']);
});

test('look-alikes are folded to what they look like', () => {
  assert.equal(foldConfusables('＜/source＞').text, '</source>');
  assert.equal(foldConfusables('ѕоurсе').text, 'source');
  assert.equal(foldConfusables('Ａ').text, 'A');
});
