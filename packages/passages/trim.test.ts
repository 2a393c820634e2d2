import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../../test/support/selecting.ts';
import { type PageSentence, toSentence, trim } from './sentences.ts';
import type { SelectedSource } from './source.ts';

const toSources = (sentences: ReadonlySet<PageSentence>): readonly SelectedSource[] => {
  const text = [...sentences].map((sentence) => sentence.text).join('');
  const passages = text === '' ? [] : [{ text, from: 0, to: text.length }];
  return [{ index: 1, url: 'https://a.example/', title: 'title', snippet: '', passages }];
};

test('the sentences selected last are left out, and no more than necessary', () => {
  const text = ' water'.repeat(20);
  const sentences = Array.from({ length: 20 }, (_, at) => toSentence(text, at * 6, at * 6 + 6));
  const all = tokensOf(toSources(new Set(sentences)));
  for (const less of [0, 1, 5]) {
    const [source, ...more] = trim(new Set(sentences), all - less, toSources);
    assert.deepEqual([source?.passages[0]?.text, more], [' water'.repeat(20 - less), []]);
  }
  assert.deepEqual(trim(new Set(sentences), 0, toSources), toSources(new Set()));
});
