import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { createRelevance } from './relevance.ts';

function scoresOf(query: string, texts: readonly string[]): number[] {
  const relevance = createRelevance(query);
  return relevance.scores(texts.map(relevance.match));
}

function best(query: string, texts: readonly string[]): string | undefined {
  const scores = scoresOf(query, texts);
  return texts[scores.indexOf(Math.max(...scores))];
}

test('drops question words and stems the rest', () => {
  assert.deepEqual(createRelevance('What is the capital of these countries?').terms, ['capital', 'countri']);
  assert.deepEqual(createRelevance('日本の首都はどこですか').terms, ['日本', '首都']);
});

test('keeps stop words if there are no others, so that "The Who" can be found', () => {
  assert.deepEqual(createRelevance('The Who').terms, ['the', 'who']);
});

test('ranks Chinese and Japanese, which have no blanks between words', () => {
  assert.equal(best('中国的首都是哪里？', ['上海是大城市。', '北京是中国的首都。']), '北京是中国的首都。');
  assert.equal(
    best('日本の首都はどこですか', ['大阪は大きいです。', '日本の首都は東京です。']),
    '日本の首都は東京です。',
  );
});

test('follows the formula', () => {
  // Two texts of two words, the term in one of them: ln(1 + 1.5 / 1.5) * 2.2 / (1 + 1.2).
  const [score = 0] = scoresOf('gold', ['gold ring', 'silver ring']);
  assert.ok(Math.abs(score - Math.log(2)) < 1e-12);
});

test('gives finite scores of at least 0 for any texts', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'a', '首都 gold', 'É é', "'s"));
  fc.assert(
    fc.property(text, fc.array(text), (query, texts) => {
      const scores = scoresOf(query, texts);
      assert.equal(scores.length, texts.length);
      assert.ok(scores.every((score) => Number.isFinite(score) && score >= 0));
    }),
  );
});
