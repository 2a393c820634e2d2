import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCitationGroup } from './citation-group.ts';

/** Checks the length and the numbers of the citation at the start of each text, given three sources. */
function holds(cases: Readonly<Record<string, readonly [length: number, ...numbers: number[]]>>): void {
  for (const [text, [length, ...numbers]] of Object.entries(cases))
    for (const mayGrow of [false, true])
      assert.deepEqual(readCitationGroup(text, 3, mayGrow), { length, numbers }, text);
}

test('reads the numbers of a citation in every notation', () => {
  holds({
    '[1]': [3, 1],
    '[1] b': [3, 1],
    '[1]]': [3, 1],
    '[ 1 & 2 ]': [9, 1, 2],
    '[1, 2]': [6, 1, 2],
    '[1;2]': [5, 1, 2],
    '[1 2]': [5, 1, 2],
    '[1，2、3]': [7, 1, 2, 3],
    '[^1]': [4, 1],
    '[^1^]': [5, 1],
    '[Source 1]': [10, 1],
    '[SOURCES: 1, 2]': [15, 1, 2],
    '[[1]]': [5, 1],
    '[[1], [2]]': [10, 1, 2],
    '[[1][2]]': [8, 1, 2],
    '\\[1\\]': [5, 1],
    '【1】': [3, 1],
    '［2］': [3, 2],
    '【1†source】': [10, 1],
    '【1:0†L1-L9】': [11, 1],
    '[1†a, 2†b]': [10, 1, 2],
  });
});

test('a range names every source in it, each number once, and only sources that there are', () => {
  holds({
    '[1-3]': [5, 1, 2, 3],
    '[2–9]': [5, 2, 3],
    '[^1-^2]': [7, 1, 2],
    '[3-1]': [5, 3, 1],
    '[2, 1, 2]': [9, 2, 1],
    '[1-2, 2-3]': [10, 1, 2, 3],
    '[9]': [3],
    '[0]': [3],
    '[0-1]': [5, 1],
    '[4-9]': [5],
  });
});

test('other text in brackets is no citation, however it continues', () => {
  for (const text of ['[2024]', '[a]', 'a', '(1)', '[1,]', '[s]', '[sourceless 1]', '[1:2]', ' [1]', ''])
    for (const mayGrow of [false, true]) assert.equal(readCitationGroup(text, 3, mayGrow), null, text);
});

test('what may become a citation is undecided while text may follow', () => {
  for (const text of [
    '[',
    '[1',
    '[1, ',
    '[^',
    '[sou',
    '[Source ',
    '\\',
    '\\[1',
    '【1†sour',
    '[[1]',
    '[[1] ',
    '[[1], [',
    '[[1]\\',
  ]) {
    assert.equal(readCitationGroup(text, 3, true), 'needs more', text);
    assert.equal(readCitationGroup(text, 3, false), null, text);
  }
});

test('a citation has at most 64 characters', () => {
  const padded = (blanks: number) => `[${' '.repeat(blanks)}1]`;
  assert.deepEqual(readCitationGroup(padded(61), 3, true), { length: 64, numbers: [1] });
  assert.equal(readCitationGroup(padded(62), 3, true), null);
  assert.equal(readCitationGroup(`[${' '.repeat(62)}`, 3, true), 'needs more');
  assert.equal(readCitationGroup(`[${' '.repeat(63)}`, 3, true), null);
});
