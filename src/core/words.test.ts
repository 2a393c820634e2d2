import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isStopWord, stem, toWords } from './words.ts';

test('finds lower-case words without punctuation', () => {
  assert.deepEqual(toWords('Hello, “World” (again): three-letter snake_case!'), [
    'hello',
    'world',
    'again',
    'three',
    'letter',
    'snake',
    'case',
  ]);
});

test('keeps decimals, drops thousands marks and joins acronyms', () => {
  assert.deepEqual(toWords('The U.S. paid 2,000 for v3.14.'), [
    'the',
    'us',
    'paid',
    '2000',
    'for',
    'v3',
    '14',
  ]);
  assert.deepEqual(toWords('3.14 and 1,234,567.5'), ['3.14', 'and', '1234567.5']);
  assert.deepEqual(toWords('Größe der U.S.A.'), ['größe', 'der', 'usa']);
});

test('drops English endings and Romance articles with an apostrophe, straight or curly', () => {
  assert.deepEqual(toWords("Rome's wall, what’s l'Italie dell’acqua"), [
    'rome',
    'wall',
    'what',
    'italie',
    'acqua',
  ]);
  assert.deepEqual(toWords('O’Brien'), toWords("o'brien"));
});

test('splits Chinese, Japanese and Thai into words, also next to Latin text', () => {
  assert.deepEqual(toWords('北京是中国的首都'), ['北京', '是', '中国', '的', '首都']);
  assert.ok(toWords('日本の首都はどこですか').includes('首都'));
  assert.ok(toWords('กรุงเทพเป็นเมืองหลวง').length > 1);
  assert.ok(toWords('Python 3.12 的版本号 is new').includes('3.12'));
});

test('is the same for full-width and composed forms of one text', () => {
  assert.deepEqual(toWords('ＡＢＣ１２'), ['abc12']);
  assert.deepEqual(toWords('Sa\u0303o'), toWords('São'));
});

test('recognises question words of several languages, but not content words', () => {
  for (const word of ['what', 'cuál', 'welche', 'où', 'quando', 'hoeveel', 'сколько', 'ما', '什么', 'どこ'])
    assert.ok(isStopWord(word), word);
  for (const word of ['war', 'die', 'son', 'man', 'hat', 'us', 'd', 'capital', '首都', ''])
    assert.ok(!isStopWord(word), word);
});

test('gives the inflections of a word the same form', () => {
  const families = [
    ['code', 'codes', 'coded', 'coding'],
    ['country', 'countries'],
    ['movie', 'movies'],
    ['box', 'boxes'],
    ['stop', 'stopped', 'stopping', 'stops'],
    ['são', 'sao'],
    ['hauptstädte', 'hauptstadt'],
  ];
  for (const family of families) assert.equal(new Set(family.map(stem)).size, 1, family.join());
});

test('gives words that only look inflected different forms', () => {
  for (const [one, other] of [
    ['string', 'str'],
    ['speed', 'spe'],
    ['paris', 'pari'],
    ['university', 'universe'],
  ])
    assert.notEqual(stem(one ?? ''), stem(other ?? ''));
  for (const word of ['首都', 'что', 'h2o', '3.14', 'us']) assert.equal(stem(word), word);
});

test('yields only non-empty words without white space, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const word of toWords(text)) {
        assert.ok(word.length > 0 && !/\s/u.test(word));
        assert.ok(stem(word).length > 0);
      }
    }),
  );
});
