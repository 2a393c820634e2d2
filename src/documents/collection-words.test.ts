import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toIndexedText, toMatch, toQueryWords } from './collection-words.ts';

test('looks for content words, each once', () => {
  assert.deepEqual(toQueryWords('What is the capital of Angola, Angola?'), ['capital', 'angola']);
});

test('looks for stop words when there is nothing else', () => {
  assert.deepEqual(toQueryWords('What is it?'), ['what', 'is', 'it']);
});

test('looks for 32 words at most', () => {
  const question = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
  assert.equal(toQueryWords(question).length, 32);
});

test('quotes every word, so that none is an operator', () => {
  assert.equal(toMatch(['near', 'a"b', 'not', 'c\0d']), '"near" OR "a""b" OR "not" OR "c d"');
});

test('separates characters of scripts without blanks, in the index and in a question', () => {
  assert.equal(toIndexedText('北京 city').replace(/\s+/g, ' ').trim(), '北 京 city');
  assert.equal(toMatch(['北京']).replace(/\s+/g, ' '), '"北 京"');
});

test('indexes words in the form of the search', () => {
  assert.equal(toIndexedText("The U.S. paid 2,000\nRome's"), 'the us paid 2000\nrome');
});
