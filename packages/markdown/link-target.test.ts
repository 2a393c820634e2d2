import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDefinition, readLinkTarget } from './links.ts';

test('an address in brackets is a link target, words in brackets are not', () => {
  for (const mayGrow of [true, false]) {
    for (const text of [
      '(http://a',
      '( <a',
      '(/x',
      '(#x',
      '(?x',
      '(www.',
      '(mailto:b',
      '(page)',
      '(page "t")',
      "(page 't')",
      '(page (t))',
      '(page) and more',
      '()',
    ])
      assert.equal(readLinkTarget(text, mayGrow), true, text);
    for (const text of [
      'a',
      ' (page)',
      '(see below)',
      '(page x)',
      '(a b (http://a))',
      '(a\n)',
      '(\n',
      '(Note: see)',
    ])
      assert.equal(readLinkTarget(text, mayGrow), null, text);
  }
});

test('what is not closed yet is undecided for 64 characters', () => {
  for (const text of ['', '(', '(page', '(see bel', '(a:b', '(a: b', `(${'a'.repeat(62)}`]) {
    assert.equal(readLinkTarget(text, true), 'needs more', text);
    assert.equal(readLinkTarget(text, false), null, text);
  }
  assert.equal(readLinkTarget(`(${'a'.repeat(63)}`, true), true);
  assert.equal(readLinkTarget(`(a ${'a'.repeat(61)}`, true), null);
  assert.equal(readLinkTarget(`(${'a'.repeat(63)} b)`, false), true);
});

test('a line that defines where a number links to is a definition, a labelled sentence is not', () => {
  const read = (text: string) => readDefinition({ text, isWhole: true });
  for (const text of [
    '[1]:',
    '[1]: a',
    '[1]: http://a b',
    '[1]: <a b',
    '[1]: www.a b',
    '[1]: a "b"',
    "[1]: a 'b'",
    '[1]: a (b)',
    '[^1]: a b',
    '\\[1\\]: a',
    '> - [1]: x',
    '2. [12]:\tx',
    '[1]: http://a\r',
  ])
    assert.equal(read(text), true, text);
  for (const text of [
    '[1]: a<b c',
    '[1]: a b "c"',
    '[1]: a b',
    '[1]: a b c',
    '[1234]: a',
    '[a]: b',
    '[1] : a',
    'x [1]: a',
    '[1]',
    '[',
    '',
  ])
    assert.equal(read(text), null, text);
});

test('a line that may still become a definition is undecided', () => {
  const read = (text: string) => readDefinition({ text, isWhole: false });
  for (const text of ['', '\\', '[', '[1', '\\[1\\', '[^', '[^1]', '[1]', '[1]:', '[1]: a b', '- [1'])
    assert.equal(read(text), 'needs more', text);
  for (const text of ['a', '[a', '[1234', '[1] ', '[1] :', 'x [1']) assert.equal(read(text), null, text);
});
