import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION as question, TIMING as timing } from '../../test/support/fixed-answer.ts';
import { type Answerer, runOf } from '../core/run.ts';
import { type GrowingBlocks, replaceEvents, withBlocks } from './derived-events.ts';

const nobody = new AbortController().signal;

/** One block that contains all text so far and is returned by every call while it is open. */
function oneBlock(): GrowingBlocks {
  let html = '';
  const push = (text: string) => {
    html += text;
    return [{ index: 0, html }];
  };
  return { push, end: () => push('') };
}

const answerer: Answerer = async function* () {
  yield { type: 'answer-delta', text: 'Because.' };
  yield { type: 'timing', timing };
  const answer = { text: 'Because.', html: 'Because.', speech: 'Because.', sources: [], language: 'en' };
  const rest = { model: 'm', tokensUsed: 0, error: null, errorMissingInText: false };
  yield { type: 'answer-end', answer: { ...answer, ...rest, slot: null } };
};

test('blocks that differ in the finished answer, or are gone from it, are emitted again', async () => {
  /** A block for each line. */
  const lines = (): GrowingBlocks => {
    let text = '';
    const all = () => text.split('\n').map((html, index) => ({ index, html }));
    return {
      push: (more) => {
        text += more;
        return all();
      },
      end: all,
    };
  };
  const cut: Answerer = async function* (run) {
    yield { type: 'answer-delta', text: 'One.\nTwo.\nThr' };
    for await (const event of answerer(run)) {
      if (event.type === 'timing') yield event;
      if (event.type === 'answer-end')
        yield { ...event, answer: { ...event.answer, text: 'One.\nCut.', html: 'One.Cut.' } };
    }
  };
  const shown: string[] = [];
  for await (const event of replaceEvents(
    cut(runOf(question, { signal: nobody })),
    withBlocks(lines, 'answer-block'),
  ))
    shown.push(event.type === 'answer-block' ? `${event.index} ${event.html}` : event.type);
  assert.deepEqual(shown, [
    'answer-delta',
    '0 One.',
    '1 Two.',
    '2 Thr',
    'timing',
    '1 Cut.',
    '2 ',
    'answer-end',
  ]);
});

test('the open block is rendered at most every 50 ms, with all text that arrived meanwhile', async (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const quick: Answerer = async function* (run) {
    for (const [text, atMs] of [
      ['a', 0],
      ['b', 20],
      ['c', 49],
      ['d', 50],
      ['e', 70],
    ] as const) {
      nowMs = 1000 + atMs;
      yield { type: 'answer-delta', text };
    }
    for await (const event of answerer(run)) if (event.type === 'timing') yield event;
  };
  const shown: string[] = [];
  for await (const event of replaceEvents(
    quick(runOf(question, { signal: nobody })),
    withBlocks(oneBlock, 'answer-block'),
  ))
    if (event.type === 'answer-block') shown.push(event.html);
  assert.deepEqual(shown, ['a', 'abcd', 'abcde']);
});
