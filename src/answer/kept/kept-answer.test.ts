import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../core/terms.ts';
import { parseKeptAnswer, toKept, toStoredAnswer } from './kept-answer.ts';

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
const attempt = { engine: 'engine_a', status: 'ok', cause: '', tookMs: 3 } as const;
const searches = [{ engine: 'engine_a', trail: [attempt] }] as const;

const render = () => ({ html: answer.html, speech: answer.speech });
const kept = () => {
  const made = toKept(answer, {
    searches: searches.map((each) => ({ ...each, words: '', outcome: { status: 'empty' } })),
    isRushed: false,
  });
  assert.ok(made !== null);
  return made;
};
const stored = () => JSON.parse(JSON.stringify(toStoredAnswer(kept())));

test('an answer is read from a store as it was written', () => {
  assert.deepEqual(parseKeptAnswer(stored(), render), kept());
});

test('HTML and speech are rendered from the text and never read from the store', () => {
  assert.ok(!JSON.stringify(stored()).includes(answer.html));
  const planted = { ...stored(), answer: { ...stored().answer, html: '<script>alert(1)</script>' } };
  assert.equal(parseKeptAnswer(planted, render), null);
});

test('an entry with a missing or unknown field, or one out of range, is ignored', () => {
  const kept = stored();
  const { tokensUsed: _, ...less } = kept.answer;
  const answerWith = (more: object) => ({ ...kept, answer: { ...kept.answer, ...more } });
  const sourceWith = (more: object) => answerWith({ sources: [{ ...answer.sources[0], ...more }] });
  for (const other of [
    { ...kept, version: 2 },
    { ...kept, id: 'x"\r\nset-cookie: a=b' },
    { ...kept, answer: less },
    answerWith({ instant: true }),
    answerWith({ tokensUsed: 1.5 }),
    answerWith({ tokensUsed: -1 }),
    answerWith({ text: '' }),
    answerWith({ language: 'en"><script>' }),
    answerWith({ error: 'Pay here.' }),
    answerWith({ text: '- [1]\n'.repeat(4_000) }),
    answerWith({ sources: Array.from({ length: 11 }, (_, at) => ({ ...answer.sources[0], index: at + 1 })) }),
    sourceWith({ title: 'A'.repeat(3_000) }),
    sourceWith({ passages: Array(2_000).fill(passages[0]) }),
    sourceWith({ publishedAt: 2026 }),
    sourceWith({ updatedAt: '2026-11-22' }),
    sourceWith({ url: 'javascript:alert(1)' }),
    sourceWith({ url: 'https://user:secret@a.test/' }),
    sourceWith({ index: 2 }),
    { ...kept, searches: [{ ...searches[0], words: 'axolotl' }] },
    { ...kept, searches: [{ ...searches[0], trail: [{ ...attempt, retries: 1 }] }] },
    { ...kept, searches: [{ ...searches[0], trail: [{ ...attempt, tookMs: -1 }] }] },
  ])
    assert.equal(parseKeptAnswer(other, render), null, JSON.stringify(other));
});
