import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../core/terms.ts';
import { parseKeptAnswer, toKept } from './kept-answer.ts';

const passages = [{ text: 'It is a salamander.', from: 0, to: 19 }];
const answer: Answer = {
  text: 'A salamander [1].',
  html: '<p>A salamander.</p>',
  speech: 'A salamander.',
  sources: [{ index: 1, url: 'https://a.test/', title: 'A', snippet: 'It is', passages }],
  language: 'en',
  model: 'm',
  searchEngine: 'engine_a',
  tokensUsed: 120,
  error: null,
  errorMissingInText: false,
};
const trail = [{ engine: 'engine_a', status: 'ok', cause: '', tookMs: 3 }] as const;

test('an answer comes out of a store as it went in', () => {
  const kept = toKept(answer, trail);
  assert.deepEqual(parseKeptAnswer(JSON.parse(JSON.stringify(kept))), kept);
});

test('an entry with a field that is missing or unknown, as of another version, is none', () => {
  const kept = toKept(answer, trail);
  const { tokensUsed: _, ...less } = answer;
  const source = { ...answer.sources[0], publishedAt: '2026-11-22' };
  for (const other of [
    { ...kept, version: 2 },
    { ...kept, answer: less },
    { ...kept, answer: { ...answer, instant: true } },
    { ...kept, answer: { ...answer, sources: [source] } },
    { ...kept, trail: [{ ...trail[0], retries: 1 }] },
  ])
    assert.equal(parseKeptAnswer(other), null);
});
