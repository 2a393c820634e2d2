import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../core/answer.ts';
import { render } from '../render/render.ts';
import { parseCachedAnswer, replayEvents, toCachedAnswer, toStoredAnswer } from './cached-answer.ts';
import { sanitizeMarkdown } from './draft.ts';

const passages = [{ text: 'It is a salamander.', from: 0, to: 19 }];
const sources = [{ index: 1, url: 'https://a.test/', title: 'A', snippet: 'It is', passages }];
const text = 'A salamander [1].';
const answer: Answer = {
  ...{ text, ...render(text, sources, 'en'), sources },
  language: 'en',
  model: 'm',
  slot: 1,
  tokensUsed: 120,
  error: null,
  errorMissingInText: false,
};
const attempt = { slot: 1, status: 'ok', cause: '', tookMs: 3 } as const;
const searches = [{ slot: 1, trail: [attempt] }] as const;

const kept = () => {
  const made = toCachedAnswer(answer, {
    searches: searches.map((each) => ({ ...each, words: '', outcome: { status: 'empty' } })),
    isRushed: false,
  });
  assert.ok(made !== null);
  return made;
};
const stored = () => JSON.parse(JSON.stringify(toStoredAnswer(kept())));

test('an answer is read from a store as it was written', async () => {
  assert.deepEqual(await parseCachedAnswer(stored()), kept());
});

test('HTML and speech are rendered from the text and never read from the store', async () => {
  assert.ok(!JSON.stringify(stored()).includes(answer.html));
  const planted = { ...stored(), answer: { ...stored().answer, html: '<script>alert(1)</script>' } };
  assert.equal(await parseCachedAnswer(planted), null);
});

test('a text from the store passes the output policy, and one that conforms stays as it is', async () => {
  const text = 'It is![so](https://evil.test/?d=1) [here](https://a.test/b) [1].';
  const planted = { ...stored(), answer: { ...stored().answer, text } };
  const read = await parseCachedAnswer(planted);
  assert.equal(read?.answer.text, 'It isso [here](https://a.test/b) [1].');
  assert.equal(sanitizeMarkdown(read.answer.text, answer.sources), read.answer.text);
});

test('an entry with a missing or unknown field, or one out of range, is ignored', async () => {
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
    answerWith({ sources: [1, 3].map((index) => ({ ...answer.sources[0], index })) }),
    { ...kept, searches: [{ ...searches[0], words: 'axolotl' }] },
    { ...kept, searches: [{ ...searches[0], trail: [{ ...attempt, retries: 1 }] }] },
    { ...kept, searches: [{ ...searches[0], trail: [{ ...attempt, tookMs: -1 }] }] },
  ])
    assert.equal(await parseCachedAnswer(other), null, JSON.stringify(other));
});

test('the time to find a kept answer counts as search, and all other steps took none', () => {
  const events = [...replayEvents({ value: kept(), ageMs: 5 }, 10, performance.now() - 50)];
  const timing = events.flatMap((event) => (event.type === 'timing' ? [event.timing] : []))[0];
  assert.ok(timing !== undefined && timing.totalMs >= 50);
  const { searchMs, firstTextMs, totalMs, ...others } = timing;
  assert.deepEqual([searchMs, firstTextMs], [totalMs, totalMs]);
  assert.deepEqual(others, { readMs: 0, selectMs: 0, writeMs: 0, checkMs: 0, renderMs: 0 });
});

test('an answer is stale from the end of its lifetime on, and then says how old it is', () => {
  const errorAt = (ageMs: number) => {
    const last = [...replayEvents({ value: kept(), ageMs }, 60_000, performance.now())].at(-1);
    assert.ok(last?.type === 'answer-end');
    assert.equal(last.answer.errorMissingInText, last.answer.error !== null);
    return last.answer.error;
  };
  assert.equal(errorAt(59_999), null);
  assert.notEqual(errorAt(60_000), null);
});
