import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageAnswer, readAnswer } from './messages.ts';
import { type Action, initialState, isAsking, reduce, type State } from './state.ts';

const source = { index: 1, title: 'A', url: 'https://a.test/', snippet: '' };
const answer = (html: string): PageAnswer => ({ ...readAnswer({ answer: 'x' }), html, sources: [source] });

function after(...actions: Action[]): State {
  return actions.reduce(reduce, initialState);
}

test('goes from idle over searching and writing to the end', () => {
  const asked: Action = { type: 'asked', question: 'why?' };
  const found: Action = { type: 'sources', sources: [source] };
  const written: Action = { type: 'block', index: 0, html: '<p>because</p>' };
  assert.equal(after().phase, 'idle');
  assert.equal(after(asked).phase, 'searching');
  assert.equal(after(asked, found).phase, 'writing');
  const ended = after(asked, found, written, { type: 'answered', answer: answer('<p>because</p>') });
  assert.equal(ended.phase, 'ended');
  assert.equal(isAsking(ended), false);
});

test('replaces the open block and keeps the closed ones', () => {
  const state = after(
    { type: 'block', index: 0, html: '<p>one</p><p>tw' },
    { type: 'block', index: 0, html: '<p>one</p>' },
    { type: 'block', index: 1, html: '<p>two</p>' },
  );
  assert.deepEqual(state.blocks, ['<p>one</p>', '<p>two</p>']);
});

test('keeps the streamed blocks where the final HTML says the same, so that a selection survives', () => {
  const first = after(
    { type: 'block', index: 0, html: '<p>one</p>' },
    { type: 'block', index: 1, html: '<p>two</p>' },
  );
  const same = reduce(first, { type: 'answered', answer: answer('<p>one</p>\n<p>two</p>\n') });
  assert.equal(same.blocks, first.blocks);
  const shorter = reduce(first, { type: 'answered', answer: answer('<p>one</p>') });
  assert.deepEqual(shorter.blocks, ['<p>one</p>']);
});

test('forgets the old answer when something is asked, and not what it knows of the service', () => {
  const state = after(
    { type: 'health', health: { configured: false } },
    { type: 'asked', question: 'a' },
    { type: 'answered', answer: answer('<p>a</p>') },
    { type: 'asked', question: 'b' },
  );
  assert.deepEqual(state, {
    ...initialState,
    health: { configured: false },
    draft: 'b',
    question: 'b',
    phase: 'searching',
  });
});

test('keeps what has arrived when trouble comes', () => {
  const trouble = { kind: 'stopped', message: '', retryAfterSeconds: null } as const;
  const state = after(
    { type: 'sources', sources: [source] },
    { type: 'block', index: 0, html: '<p>a</p>' },
    { type: 'troubled', trouble },
  );
  assert.deepEqual([state.phase, state.sources, state.blocks], ['ended', [source], ['<p>a</p>']]);
});

test('gives back the very same state when nothing changes', () => {
  const state = after({ type: 'pointed', at: 2 });
  assert.equal(reduce(state, { type: 'pointed', at: 2 }), state);
});
