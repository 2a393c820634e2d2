import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCitationGroup, readDefinition, readLinkTarget } from './citation-notation.ts';

const read = (text: string, mayGrow: boolean, before = '') =>
  readCitationGroup(text, { before, sourceCount: 3, mayGrow });

/** Checks the length and the numbers of the citation at the start of each text, given three sources. */
function holds(cases: Readonly<Record<string, readonly [length: number, ...numbers: number[]]>>): void {
  for (const [text, [length, ...numbers]] of Object.entries(cases))
    for (const mayGrow of [false, true]) assert.deepEqual(read(text, mayGrow), { length, numbers }, text);
}

test('a range names every source in it, each number once, and only sources that there are', () => {
  holds({
    '[1-3]': [5, 1, 2, 3],
    '[2–9]': [5, 2, 3],
    '[^1-^2]': [7, 1, 2],
    '[3-1]': [5, 3, 1],
    '[2, 1, 2]. ': [9, 2, 1],
    '[1-2, 2-3]': [10, 1, 2, 3],
    '[9]': [3],
    '[0]': [3],
    '[0-1]': [5, 1],
    '[4-9]': [5],
  });
});

test('other text in brackets is no citation, however it continues', () => {
  for (const text of ['[2024]', '[a]', 'a', '(1)', '[1,]', '[s]', '[sourceless 1]', '[1:2]', ' [1]', ''])
    for (const mayGrow of [false, true]) assert.equal(read(text, mayGrow), null, text);
});

test('the values of a vector, an interval or a matrix, and an index are no citations', () => {
  for (const text of ['[1, 2, 3] has', '[7, 8] and', '[1,2].map', '[0, 1]', '[1, 2]]', '[[1, 2], [3, 4]]'])
    for (const mayGrow of [false, true]) assert.equal(read(text, mayGrow, 'a '), null, text);
  for (const before of ['v = ', 'x ∈ ', '2 × ', '['])
    assert.equal(read('[1, 2].\n', false, before), null, before);
  for (const before of ['dp[i]', 'dp']) assert.equal(read('[0]', true, before), null, before);
  assert.equal(read('[1, 2]', true), 'needs more');
  assert.deepEqual(read('[1, 2]', false), { length: 6, numbers: [1, 2] });
});

test('what may become a citation is undecided while text may follow', () => {
  for (const text of [
    ...['[', '[1', '[1, ', '[^', '[sou', '[Source ', '\\', '\\[1', '【1†sour', '[[1]', '[[1] ', '[[1], ['],
    '[[1]\\',
  ]) {
    assert.equal(read(text, true), 'needs more', text);
    assert.equal(read(text, false), null, text);
  }
});

test('a citation has at most 64 characters', () => {
  const padded = (blanks: number) => `[${' '.repeat(blanks)}1]`;
  assert.deepEqual(read(padded(61), true), { length: 64, numbers: [1] });
  assert.equal(read(padded(62), true), null);
  assert.equal(read(`[${' '.repeat(62)}`, true), 'needs more');
  assert.equal(read(`[${' '.repeat(63)}`, true), null);
});

test('an address in brackets is a link target, words in brackets are not', () => {
  for (const mayGrow of [true, false]) {
    for (const text of [
      ...['(http://a', '( <a', '(/x', '(#x', '(?x', '(www.', '(mailto:b', '(page)', '(page "t")'],
      ...["(page 't')", '(page (t))', '(page) and more', '()'],
    ])
      assert.equal(readLinkTarget(text, mayGrow), true, text);
    for (const text of [
      ...['a', ' (page)', '(see below)', '(page x)', '(a b (http://a))', '(a\n)', '(\n', '(Note: see)'],
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
    ...['[1]:', '[1]: a', '[1]: http://a b', '[1]: <a b', '[1]: www.a b', '[1]: a "b"', "[1]: a 'b'"],
    ...['[1]: a (b)', '[^1]: a b', '\\[1\\]: a', '> - [1]: x', '2. [12]:\tx', '[1]: http://a\r'],
  ])
    assert.equal(read(text), true, text);
  for (const text of [
    ...['[1]: a<b c', '[1]: a b "c"', '[1]: a b', '[1]: a b c', '[1234]: a', '[a]: b', '[1] : a', 'x [1]: a'],
    ...['[1]', '[', ''],
  ])
    assert.equal(read(text), null, text);
});

test('a line that may still become a definition is undecided', () => {
  const read = (text: string) => readDefinition({ text, isWhole: false });
  for (const text of ['', '\\', '[', '[1', '\\[1\\', '[^', '[^1]', '[1]', '[1]:', '[1]: a b', '- [1'])
    assert.equal(read(text), 'needs more', text);
  for (const text of ['a', '[a', '[1234', '[1] ', '[1] :', 'x [1']) assert.equal(read(text), null, text);
});
