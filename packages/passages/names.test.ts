import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerKindOf, namesOf } from './names.ts';

test('finds names and numbers, each once, but not the capital that begins a sentence', () => {
  assert.deepEqual(namesOf('Yesterday Ada Lovelace’s friend gave Ada 1,250 pounds.'), [
    'ada',
    'lovelace',
    '1,250',
  ]);
  assert.deepEqual(namesOf('“Ada left.”'), []);
  assert.deepEqual(namesOf('1889 was late.'), ['1889']);
});

test('finds names in other scripts, as far as they can be recognised', () => {
  assert.deepEqual(namesOf('Вчера Анна приехала в Москву.'), ['анна', 'москву']);
  assert.deepEqual(namesOf('彼はマイケル・ジャクソンの2枚のアルバムを買った'), [
    'マイケル',
    'ジャクソン',
    '2',
    'アルバム',
  ]);
});

test('does not take an article or a single letter for a name', () => {
  assert.deepEqual(namesOf('we said The end of A'), []);
});

test('a name has two letters, and the first word is one only after three marks', () => {
  assert.deepEqual(namesOf('we saw Bo and B and x1'), ['bo']);
  assert.deepEqual(namesOf('( “Ada left.”'), ['ada']);
  assert.deepEqual(namesOf('“(Ada left.”'), []);
  assert.deepEqual(namesOf('Windows11 runs on Alpha7'), ['alpha7']);
});

test('distinguishes questions for numbers and names from others', () => {
  for (const text of ['How many were there?', 'When did it open?', 'Сколько лет?', 'Wann?'])
    assert.equal(answerKindOf(text), 'number', text);
  for (const text of ['Who built it?', 'In which town?', 'Где Москва?', '¿Quién fue?'])
    assert.equal(answerKindOf(text), 'name', text);
  for (const text of ['Why is it high?', 'Whatever happened', 'the whole story', ''])
    assert.equal(answerKindOf(text), 'other', text);
});
