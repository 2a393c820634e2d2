import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent, Answerer, AnswerWrapper, Timing } from '../core/events.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Answer, Question } from '../core/terms.ts';
import { withSupport } from './with-support.ts';

const question: Question = {
  id: 't',
  text: 'What?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineMs: 1000,
};
const steps = { searchMs: 1, readMs: 0, selectMs: 0, writeMs: 1, checkMs: 1, renderMs: 1 };
const timing: Timing = { ...steps, firstTextMs: 1, totalMs: 4 };
const answer: Answer = {
  text: 'Yes [1].',
  html: '<p>Yes [1].</p>',
  speech: 'Yes.',
  sources: [],
  language: 'en',
  model: 'm',
  searchEngine: 'engine_a',
  tokensUsed: 1,
  error: null,
  errorMissingInText: false,
};
const answering: Answerer = async function* () {
  yield { type: 'answer-delta', text: 'Yes [1].' };
  yield { type: 'timing', timing };
  yield { type: 'answer-end', answer };
};

async function tell(wrap: AnswerWrapper): Promise<AnswerEvent[]> {
  return Array.fromAsync(wrap(answering(question, new AbortController().signal)));
}

test('support comes between the last text and the timing, which includes its time', async () => {
  const citations = [{ index: 1, quote: 'So it is.' }];
  const events = await tell(withSupport(async (markdown) => (markdown === answer.text ? citations : [])));
  assert.deepEqual(
    events.map(({ type }) => type),
    ['answer-delta', 'support', 'timing', 'answer-end'],
  );
  assert.deepEqual(events[1], { type: 'support', citations });
  const told = events[2];
  assert.ok(told?.type === 'timing' && told.timing.totalMs > 4);
  assert.ok(Math.abs(told.timing.totalMs - 4 - (told.timing.checkMs - 1)) < 1e-9);
});

test('no support is emitted if nothing is cited', async () => {
  const events = await tell(withSupport(async () => []));
  assert.deepEqual(
    events.map(({ type }) => type),
    ['answer-delta', 'timing', 'answer-end'],
  );
});
