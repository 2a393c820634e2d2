import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords, nearestWord, withSpellings } from './spelling.ts';

const TEXTS = [
  'Ethiopia: people',
  'The population of Ethiopia was large. Ethiopia has many people.',
  'Ethiopian music',
];

test('a word that no text has is followed by the one that it may mean', () => {
  assert.equal(withSpellings('poulation of Etiopia', TEXTS), 'poulation of Etiopia population ethiopia');
  assert.equal(withSpellings('popualtion', TEXTS), 'popualtion population');
});

test('a question whose words are known stays as it is, also in other forms', () => {
  for (const question of ['population of Ethiopia', 'populations', 'the year 2015', 'GDP', ''])
    assert.equal(withSpellings(question, TEXTS), question);
  assert.equal(withSpellings('人口是多少', TEXTS), '人口是多少');
});

test('a short word may differ in one letter, a long one in two', () => {
  const known = countWords(['Kenya Kenya kentia Switzerland']);
  assert.equal(nearestWord('kenia', known), 'kenya');
  assert.equal(nearestWord('kania', known), null);
  assert.equal(nearestWord('swizzerland', known), 'switzerland');
  assert.equal(nearestWord('switchelend', known), null);
});
