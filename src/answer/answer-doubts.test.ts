import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { Cache } from '../cache/cache.ts';
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { render } from '../render/render.ts';
import { answerReworks } from './answer-reworks.ts';

const live = new AbortController().signal;
const source: Source = { index: 1, url: 'https://a.example/', title: 'A', snippet: '', passages: [] };
const history = [{ question: 'How high is it?', answer: 'It is 330 m high [1]. It is red [1].' }];
const place = { from: 0, to: 10 };
const found = { source: 1, text: 'The tower has 330 metres.', ...place };
const statements: readonly JudgedStatement[] = [
  { index: 0, text: 'It is 330 m high.', ...place, verdict: 'supported', score: 1, quotes: [found] },
  { index: 1, text: 'It is red.', ...place, verdict: 'not-found', score: 0, quotes: [] },
];

/** Asks after an answer whose sources are known, or not; returns the text, or null if it was passed on. */
async function textFor(over: Partial<Question>, sources: readonly Source[] = [source]) {
  let isPassedOn = false;
  const cache: Cache<readonly Source[]> = {
    get: async () => ({ value: sources, ageMs: 0 }),
    set: async () => undefined,
  };
  const wrap = answerReworks({ cache, answer: null, judge: async () => statements, render });
  const answerer = wrap(async function* () {
    isPassedOn = true;
    yield* eventsOf({});
  });
  const question = { ...QUESTION, text: 'are you sure?', history, ...over };
  const events = await Array.fromAsync(answerer(question, live));
  const end = events.at(-1);
  return isPassedOn || end?.type !== 'answer-end' ? null : end.answer.text;
}

test('a doubt is answered with each statement and the quote that supports it, if there is one', async () => {
  assert.equal(
    await textFor({}),
    'The sources say:\n\n- It is 330 m high. — “The tower has 330 metres.” [1]\n' +
      '- It is red. — The sources do not answer this.',
  );
});

test('without known sources, without an earlier answer and for data, a doubt is passed on', async () => {
  assert.equal(await textFor({}, []), null);
  assert.equal(await textFor({ history: [] }), null);
  assert.equal(await textFor({ data: { schema: null } }), null);
  assert.equal(await textFor({ text: 'and how wide?' }), null);
});
