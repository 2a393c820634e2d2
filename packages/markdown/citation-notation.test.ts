import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCitationGroup, readDefinition } from './citation-notation.ts';

const read = (text: string, mayGrow: boolean, before = '') =>
  readCitationGroup(text, { before, sourceCount: 3, mayGrow });

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
