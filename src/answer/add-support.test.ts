import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../core/answer.ts';
import type { AnswerEvent, Timing } from '../core/events.ts';
import { type FindSupport, withSupport } from './derived-events.ts';

const steps = { searchMs: 1, readMs: 0, selectMs: 0, writeMs: 1, checkMs: 1, renderMs: 1 };
const timing: Timing = { ...steps, firstTextMs: 1, totalMs: 4 };
const answer: Answer = {
  text: 'Yes [1].',
  html: '<p>Yes [1].</p>',
  speech: 'Yes.',
  sources: [
    { index: 1, url: 'https://a.example/', title: '', snippet: '', passages: [] },
    { index: 2, url: 'file:///k2', title: '', snippet: '', passages: [] },
  ],
  language: 'en',
  model: 'm',
  slot: 1,
  tokensUsed: 1,
  error: null,
  errorMissingInText: false,
};
async function* answering(): AsyncGenerator<AnswerEvent> {
  yield { type: 'answer-delta', text: 'Yes [1].' };
  yield { type: 'timing', timing };
  yield { type: 'answer-end', answer };
}

async function tell(findQuotes: FindSupport): Promise<AnswerEvent[]> {
  return Array.fromAsync(withSupport(answering(), findQuotes));
}

test('support comes between the last text and the timing, which includes its time', async () => {
  const citations = [{ index: 1, quote: 'So it is.' }];
  const events = await tell(async ([statement]) => (statement?.text === 'Yes.' ? citations : []));
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
  const events = await tell(async () => []);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['answer-delta', 'timing', 'answer-end'],
  );
});

test('no citation of a source that the HTML does not link is listed', async () => {
  const citations = [1, 2].map((index) => ({ index, quote: 'So it is.' }));
  const events = await tell(async () => citations);
  assert.deepEqual(events[1], { type: 'support', citations: citations.slice(0, 1) });
});
