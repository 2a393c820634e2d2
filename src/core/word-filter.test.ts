import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { isOneToken } from './word-filter.ts';

const isOne = (word: string) => isOneToken(word, 0, word.length);

test('recognises words that are one token after a blank', () => {
  const words = 'people government Washington information economics tower'.split(' ');
  for (const word of words) {
    assert.equal(countTokens(` ${word}`), 1, word);
    assert.ok(isOne(word), word);
  }
});

test('has few false positives', () => {
  const letters = 'bcdfghjklmnpqrstvwxz';
  const words = [...letters].flatMap((a) => [...letters].map((b) => `q${a}${b}xzj${b}${a}`));
  assert.ok(words.filter(isOne).length < 0.03 * words.length);
});
