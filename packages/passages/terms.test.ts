import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { createTerms, toPlainWords } from './terms.ts';

/** How many different terms of the question are in the text. */
function shared(question: string, text: string): number {
  return createTerms(question)
    .match(toPlainWords(text))
    .counts.filter((count) => count > 0).length;
}

test('finds inflected words in any script with spaces', () => {
  for (const [question, text] of [
    ['Which countries signed?', 'The country has signed it.'],
    ['столица России', 'Москва стала столицей Российской Федерации'],
    ['πρωτεύουσα', 'Αθήνα, η πρωτευουσα της χώρας'],
    ['İstanbul nüfusu', "İstanbul'un nüfusunun yarısı"],
    ['عاصمة مصر', 'القاهرة هي العاصمة'],
    ['भारत की राजधानी', 'दिल्ली राजधानी में है'],
  ] as const)
    assert.ok(shared(question, text) >= 1, text);
});

const SEPARATORS = Array.from(" '_-\n@[`{/:“”‘’–—…\u00a0").concat('', '. ');

test('counts the same in a text as in its words', () => {
  const piece = fc.constantFrom(
    ...['tower', 'Towers', 'TO', 't', '2024', 'aza', 'ZAZ', '09', "tower's", "town't", '1,000', ".'", 'T’S'],
    ...["'s", '3.5', 'U.S.', '_', 'é', '首都', '.'],
  );
  const text = fc.array(fc.tuple(piece, fc.constantFrom(...SEPARATORS))).map((all) => all.flat().join(''));
  const terms = createTerms('How high is the tower of 2024, and the t of 3.5 U.S. towns, aza, zaz, 09?');
  fc.assert(
    fc.property(text, (given) => {
      assert.deepEqual(terms.matchIn(given), terms.match(toPlainWords(given)));
    }),
  );
});

test('finds pairs of characters where words are not separated', () => {
  assert.ok(shared('日本の首都はどこですか', '首都は東京です') >= 2);
  assert.ok(shared('เมืองหลวงของไทย', 'กรุงเทพเป็นเมืองหลวง') >= 5);
  assert.ok(shared('서울의 인구는?', '서울에서 인구가 늘었다') >= 2);
  assert.equal(shared('中国的首都', '今天天气很好'), 0);
});

test('ignores stop words, unless there is nothing else', () => {
  assert.equal(createTerms('What is the tower?').count, 1);
  assert.ok(createTerms('who is it').count > 1);
  assert.equal(createTerms('').count, 0);
});

test('counts each occurrence, and no more than a hundred terms', () => {
  assert.deepEqual(createTerms('tower').match(toPlainWords('Tower, towers, town')).counts, [2]);
  assert.equal(createTerms(Array.from({ length: 500 }, (_, at) => `w${at}`).join(' ')).count, 100);
});

test('characters of another width are the same, and a run of n characters has n - 1 pairs', () => {
  assert.deepEqual(toPlainWords('ﾃｽﾄ'), toPlainWords('テスト'));
  assert.deepEqual(toPlainWords('a 中 東京都'), ['a', '中', '東京', '京都']);
  assert.deepEqual(toPlainWords('abc中def'), ['abc', 'def', '中']);
});

test('a word is found whatever two letters it begins with', () => {
  const letters = 'abmyz059';
  for (const first of letters)
    for (const second of letters) {
      const word = `${first}${second}qq`;
      assert.deepEqual(createTerms(`${word} zzyy`).match(['other', word]).counts, [1, 0], word);
    }
});

test('a word is found if its inflection changes the letters after the first two', () => {
  for (const [question, text] of [
    ['ax', 'Axes'],
    ['ties', 'ties'],
    ['abbing', 'ABBED'],
    ['city', 'cities'],
    ['cafés', 'CAFÉ'],
  ] as const)
    assert.deepEqual(createTerms(question).matchIn(`the ${text}`).counts, [1], text);
});

test('marks and the Arabic article do not matter', () => {
  for (const [question, text] of [
    ['café', 'cafe\u0301'],
    ['naïve', 'naive'],
    ['مدرسة', 'والمدرسه'],
    ['مستشفى', 'المستشفي'],
    ['كتــاب', 'الكتاب'],
  ] as const)
    assert.deepEqual(createTerms(question).match(toPlainWords(text)).counts, [1], text);
  assert.equal(shared('عالمي', 'عمي'), 0, 'only at the beginning of a word');
});
