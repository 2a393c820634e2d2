import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens, tokenCost } from './tokens.ts';

const TEXTS = [
  'The quick brown fox jumps over the lazy dog, and nobody in the village was surprised by it.',
  '中国的首都是北京，简称京，是一座有三千年历史的古都。',
  '日本の首都は東京です。人口は約1400万人である。',
  '대한민국의 수도는 서울이다. 인구는 약 천만 명이다.',
  'Москва является столицей Российской Федерации.',
  'ประเทศไทยมีเมืองหลวงคือกรุงเทพมหานคร',
  'const sum = (a: number, b: number): number => { return a + b; };',
  '3.14159 1,234,567 2024-05-06 12:30',
  '👍🎉🇩🇪',
];

test('counts no less than a model does, whatever the script', () => {
  for (const text of TEXTS) assert.ok(estimateTokens(text) >= countTokens(text), text);
});

test('counts English prose at most a third too high', () => {
  const [english = ''] = TEXTS;
  assert.ok(estimateTokens(english) <= countTokens(english) * 1.34);
  assert.equal(estimateTokens(''), 0);
});

test('counts two texts separated by a blank no lower apart than together', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (before, after) => {
      const [one, other] = [`${before.trimEnd()} `, after.trimStart()];
      assert.ok(tokenCost(one) + tokenCost(other) >= tokenCost(one + other) - 1e-9);
    }),
  );
});

test('counts marks, digits and breaks as a model joins them', () => {
  const cases = [
    'She said: "No, it wasn\'t." He left.\n\nThey don’t mind the well-known 20-year-old U.S. rule.',
    'In 2024, 1,250 people (12.5 %) paid $3.50 – or less…\nNASA and the FBI did not.',
  ];
  for (const text of cases) {
    const [cost, tokens] = [tokenCost(text), countTokens(text)];
    assert.ok(cost >= tokens && cost <= 1.12 * tokens, `${cost} for ${tokens}`);
  }
});
