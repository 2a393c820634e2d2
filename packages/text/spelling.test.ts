import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords, nearestWord, withSpellings } from './spelling.ts';

const TITLES = ['Ethiopia: people', 'Ethiopian music', 'Kenya'];
const TEXTS = [
  'The population of Ethiopia was large. Ethiopia has many people and one king in 1950, not a dept.',
];
const respelled = (question: string) => withSpellings(question, TITLES, TEXTS);

test('a word that no text has is followed by the one that it may mean', () => {
  assert.equal(respelled('poulation of Etiopia'), 'poulation of Etiopia population ethiopia');
  assert.equal(respelled('popualtion'), 'popualtion population');
});

test('a question whose words are known stays as it is, also in other forms', () => {
  for (const question of ['population of Ethiopia', 'populations', 'the year 2015', 'GDP', ''])
    assert.equal(respelled(question), question);
  assert.equal(respelled('人口是多少'), '人口是多少');
});

test('a letter of a short word is another one only in the name of a title', () => {
  assert.equal(respelled('what kind of music'), 'what kind of music');
  assert.equal(respelled('Kenia'), 'Kenia kenya');
  assert.equal(respelled('kign'), 'kign king');
  assert.equal(respelled('poeple'), 'poeple people');
  assert.equal(respelled('kings of debt'), 'kings of debt');
});

test('a short word may differ in one letter, a long one in two behind the first', () => {
  const known = countWords(
    ['Kenya Switzerland htmlparser2'],
    ['kentia animal forest animals vitally', 'Kenya'],
  );
  for (const [word, nearest] of [
    ['kenia', 'kenya'],
    ['kania', null],
    ['swizzerland', 'switzerland'],
    ['switchelend', null],
    ['foests', 'forest'],
    ['anumal', 'animal'],
    ['htmlpaser2', 'htmlparser2'],
    ['oforests', null],
    ['kentya', 'kenya'],
  ] as const)
    assert.equal(nearestWord(word, known), nearest, word);
});
