import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareGrams } from './grams.ts';

test('finds a part of a compound, and another inflection, in any script', () => {
  const sharesOf = (words: readonly string[], ...texts: string[]) => [...compareGrams(words, texts).own];
  for (const [words, near, far] of [
    [['fusionsplan'], 'Die Fusion war geplant.', 'Der Himmel ist blau.'],
    [['городского'], 'Это городской парк.', 'Небо синее.'],
    [['şehirlerinin'], 'Şehirler büyük.', 'Gök mavi.'],
  ] as const) {
    const [first = 0, second = 0] = sharesOf(words, near, far);
    assert.ok(first > second, near);
  }
});

test('the whole question is 1, and the sentence before counts only in the second share', () => {
  const { own, withBefore } = compareGrams(['red', 'bridge'], ['The red bridge.', 'It fell.']);
  assert.ok(Math.abs((own[0] ?? 0) - 1) < 1e-9);
  assert.ok((own[1] ?? 1) < 0.2);
  assert.ok(Math.abs((withBefore[1] ?? 0) - 1) < 1e-9);
});

test('nothing asked and no sentences give no shares', () => {
  assert.deepEqual([...compareGrams([], ['A text.']).own], [0]);
  assert.deepEqual([...compareGrams(['red'], []).own], []);
});
