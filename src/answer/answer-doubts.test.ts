import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { render } from '../render/render.ts';
import { answerReworks } from './answer-reworks.ts';
import type { AnswerSources } from './answer-sources.ts';

const live = new AbortController().signal;
const source: Source = { index: 1, url: 'https://a.example/', title: 'A', snippet: '', passages: [] };
const history = [{ question: 'How high is it?', answer: 'It is 330 m high [1]. It is red [1].' }];
const place = { from: 0, to: 10 };
const found = { source: 1, text: 'The tower has 330 metres.', ...place };
const red: JudgedStatement = {
  ...{ index: 1, text: 'It is red.', ...place, verdict: 'not-found', score: 0, quotes: [] },
};
const statements: readonly JudgedStatement[] = [
  { index: 0, text: 'It is 330 m high.', ...place, verdict: 'supported', score: 1, quotes: [found] },
  red,
];

/** Asks after an answer whose sources are known, or not; returns the text, or null if it was passed on. */
async function textFor(over: Partial<Question>, sources: readonly Source[] = [source], judged = statements) {
  let isPassedOn = false;
  const known: AnswerSources = { remember: async (answer) => answer, recall: async () => sources };
  const wrap = answerReworks({ sources: known, answer: null, judge: async () => judged, render });
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

test('a doubt is answered with what a source says instead, each in one line of plain text', async () => {
  const difference = {
    kind: 'number',
    stated: '330',
    found: { ...found, text: ' It has\n`300` m. ' },
  } as const;
  const differs = { ...place, index: 0, text: 'It has\n`330` m.', verdict: 'differs', score: 0 } as const;
  assert.equal(
    await textFor({}, [source], [{ ...differs, quotes: [found], difference }]),
    'The sources say:\n\n- It has \\`330\\` m. ≠ “It has \\`300\\` m.” [1]',
  );
});

test('a doubt is answered with the first twelve statements that were checked', async () => {
  const checked = Array.from({ length: 13 }, (_, index) => ({
    ...red,
    index,
    text: `No ${index}.`,
  }));
  const unchecked = { ...red, index: 13, text: 'Hello.', verdict: 'not-checked' } as const;
  const lines = (await textFor({}, [source], [unchecked, ...checked]))?.split('\n').slice(2);
  assert.deepEqual(
    lines,
    checked.slice(0, 12).map(({ text }) => `- ${text} — The sources do not answer this.`),
  );
});
