import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageAnswer, readAnswer } from './messages.ts';
import { type Action, initialState, type State } from './state.ts';
import { reduce } from './store.ts';

const source = { index: 1, title: 'A', url: 'https://a.test/', snippet: '', icon: '' };
const answer = (html: string): PageAnswer => ({ ...readAnswer({ answer: 'x' }), html, sources: [source] });

function after(...actions: Action[]): State {
  return actions.reduce(reduce, initialState);
}

test('the open block is replaced and closed ones are kept', () => {
  const state = after(
    { type: 'block', index: 0, html: '<p>one</p><p>tw', citations: [] },
    { type: 'block', index: 0, html: '<p>one</p>', citations: [] },
    { type: 'block', index: 1, html: '<p>two</p>', citations: [] },
  );
  assert.deepEqual(state.blocks, ['<p>one</p>', '<p>two</p>']);
});

test('streamed blocks are kept, with the marks that the final HTML lacks', () => {
  const first = after(
    { type: 'block', index: 0, html: '<p>one</p>', citations: [] },
    { type: 'block', index: 1, html: '<p>two</p>', citations: [] },
  );
  const same = reduce(first, { type: 'answered', answer: answer('<p>one</p>\n<p>two</p>\n') });
  assert.equal(same.blocks, first.blocks);
  const atOnce = after({ type: 'answered', answer: answer('<p>one</p>') });
  assert.deepEqual(atOnce.blocks, ['<p>one</p>']);
});

test('a new question clears the old answer and keeps the facts about the service', () => {
  const state = after(
    { type: 'health', health: { configured: false, maxQueryChars: 9 } },
    { type: 'asked', question: 'a', thread: [], isDeep: false, queue: [] },
    { type: 'answered', answer: answer('<p>a</p>') },
    { type: 'asked', question: 'b', thread: [], isDeep: false, queue: [] },
  );
  assert.deepEqual(state, {
    ...initialState,
    health: { configured: false, maxQueryChars: 9 },
    question: 'b',
    phase: 'searching',
  });
});

test('an answer that ends early keeps its Markdown, not the words that would be spoken', () => {
  const state = after(
    { type: 'delta', text: '**5.4 cu ft** ' },
    { type: 'block', index: 0, html: '<p><strong>5.4 cu ft</strong> [1]</p>', citations: [1] },
    { type: 'sentence', index: 1, text: ' cubic feet' },
    { type: 'sentence', index: 0, text: 'five point four' },
    { type: 'delta', text: '[1]' },
    { type: 'failed', failure: { kind: 'stopped', message: '', retryAfterSeconds: null } },
  );
  assert.equal(state.answer?.markdown, '**5.4 cu ft** [1]');
  assert.equal(state.answer?.speech, 'five point four cubic feet');
});

test('a question without an answer returns to the field, unless that has a draft', () => {
  const asked: Action = { type: 'asked', question: 'why?', thread: [], isDeep: false, queue: [] };
  const failure: Action = {
    type: 'failed',
    failure: { kind: 'refused', message: '', retryAfterSeconds: null },
  };
  assert.equal(after(asked, failure).draft, 'why?');
  assert.equal(after(asked, { type: 'typed', text: 'how?' }, failure).draft, 'how?');
  assert.equal(after(asked, { type: 'answered', answer: answer('<p>a</p>') }).draft, '');
  const nothing = { ...answer('<p>Nothing.</p>'), sources: [], tokensUsed: 0 };
  assert.equal(after(asked, { type: 'answered', answer: nothing }).draft, 'why?');
});

test('an earlier answer is shown with what was typed, not with the question that nothing answered', () => {
  const asked: Action = { type: 'asked', question: 'why?', thread: [], isDeep: false, queue: [] };
  const failed: Action = {
    type: 'failed',
    failure: { kind: 'search', message: '', retryAfterSeconds: null },
  };
  const restored: Action = { type: 'restored', earlier: { ...initialState, question: 'how?' } };
  assert.equal(after(asked, failed, restored).draft, '');
  assert.equal(after(asked, failed, { type: 'typed', text: 'when?' }, restored).draft, 'when?');
});

test('everything open is closed, except the answer', () => {
  const state = after(
    { type: 'card', card: { turn: 0, place: 0, source: 1 } },
    { type: 'speaking', speaking: { turn: 0, at: 1, paused: false } },
    { type: 'hushed' },
  );
  assert.deepEqual(state, initialState);
});
