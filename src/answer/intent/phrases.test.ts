import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  consistsOf,
  countUnknown,
  hasAny,
  phraseAt,
  plainForms,
  startsWithAny,
  toPlain,
  withoutLeadingPhrases,
} from './phrases.ts';

const spaced = (text: string) => toPlain(text, false);
const spaceless = (text: string) => toPlain(text, true);

test('a plain text has words in lower case, without marks and short forms, and spaces if wanted', () => {
  assert.equal(spaced('  R u SURE, pls?! ').text, 'are you sure please');
  assert.equal(
    spaced("What's the plural of u-boat, urn or tbr?").text,
    'what s the plural of you boat urn or tbr',
  );
  assert.equal(spaced('Cafe\u0301 — 5²').text, 'café 5²');
  assert.deepEqual(spaceless('こんにちは、 世界。'), { text: 'こんにちは世界', isSpaceless: true });
});

test('the forms of the last short text are made once', () => {
  const text = 'x'.repeat(400);
  assert.equal(plainForms(text), plainForms(text));
  for (const isSpaceless of [true, false]) {
    assert.equal(plainForms(text)(isSpaceless), plainForms(text)(isSpaceless));
    assert.deepEqual(plainForms('A b')(isSpaceless), toPlain('A b', isSpaceless));
  }
  assert.notEqual(plainForms(`${text}x`), plainForms(`${text}x`));
});

test('a phrase is found as whole words, or as the beginning of one if it ends with *', () => {
  for (const text of ['the list', 'a list of it', 'list']) assert.ok(hasAny(spaced(text), ['list']), text);
  for (const text of ['the lists', 'a playlist', ''])
    assert.equal(hasAny(spaced(text), ['list', 'of it']), false, text);
  assert.ok(hasAny(spaced('please translating it'), ['no', 'translat*']));
  assert.equal(hasAny(spaced('please retranslate it'), ['translat*']), false);
  assert.ok(hasAny(spaceless('表を作って'), ['作']));
  assert.equal(hasAny(spaced('表を作って'), ['作']), false);
});

test('of the phrases that stand at a place, the longest whole one counts', () => {
  const phrases = ['good', 'good morning', 'go', 'good mornings'];
  assert.equal(phraseAt(spaced('good morning all'), 0, phrases), 'good morning'.length);
  assert.equal(phraseAt(spaced('good morning'), 0, phrases.toReversed()), 'good morning'.length);
  assert.equal(phraseAt(spaced('oh good'), 3, phrases), 'good'.length);
  for (const text of ['goods', 'oh good', '']) assert.equal(phraseAt(spaced(text), 0, phrases), 0, text);
  assert.equal(phraseAt(spaceless('表にして'), 0, ['表', '表に']), 2);
  assert.deepEqual(
    ['good day', 'goods', 'oh'].map((text) => startsWithAny(spaced(text), phrases)),
    [true, false, false],
  );
});

test('all phrases at the beginning are left out, and only those', () => {
  const without = (text: string) => withoutLeadingPhrases(spaced(text), ['please', 'can you']).text;
  assert.equal(without('please can you please list it please'), 'list it please');
  assert.equal(without('please'), '');
  assert.equal(without('pleased'), 'pleased');
  assert.equal(withoutLeadingPhrases(spaceless('请请说'), ['请']).text, '说');
});

test('a text consists of phrases in any division, and one of them must be telling', () => {
  const lists = { telling: ['good day', 'hi'], others: ['good', 'day off', 'you', 'all'] };
  for (const text of ['hi', 'hi you', 'you hi', 'you all good day', 'good day hi all', 'good day off hi'])
    assert.ok(consistsOf(spaced(text), lists), text);
  for (const text of ['', 'you', 'good day off', 'hi there', 'there hi', 'hit', 'good day of'])
    assert.equal(consistsOf(spaced(text), lists), false, text);
  assert.ok(consistsOf(spaceless('もっと短く'), { telling: ['短く'], others: ['もっと', 'も'] }));
  assert.equal(consistsOf(spaceless('もっと短くは'), { telling: ['短く'], others: ['もっと'] }), false);
});

test('the unknown words are counted in the best division that has a telling phrase', () => {
  const lists = { telling: ['a table', 'shorter'], others: ['make it', 'it a', 'a'] };
  const count = (text: string) => countUnknown(spaced(text), lists);
  assert.deepEqual(
    ['shorter', 'make it shorter', 'make it a table', 'it a table', 'shorter a'].map(count),
    [0, 0, 0, 1, 0],
  );
  assert.deepEqual(['blue shorter', 'shorter or blue', 'make blue it shorter or'].map(count), [1, 2, 4]);
  assert.deepEqual(['', 'make it', 'blue', 'table'].map(count), Array(4).fill(Number.POSITIVE_INFINITY));
});
