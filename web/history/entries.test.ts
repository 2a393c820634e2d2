import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageAnswer } from '../state/messages.ts';
import { initialState, type State } from '../state/state.ts';
import { createEntryRecorder, toState } from './entries.ts';

const source = { index: 1, title: 'A', url: 'https://a.test/', snippet: '', icon: '' };

let answers = 0;

function answerOf(markdown: string): PageAnswer {
  const written = { html: `<p>${markdown}</p>`, speech: markdown, model: 'm', tokensUsed: 5, error: '' };
  return { id: `answer ${++answers}`, markdown, sources: [source], problem: '', ...written };
}

function answeredState(question: string, thread: State['thread'] = []): State {
  const answer = answerOf(`About ${question}`);
  return {
    ...initialState,
    phase: 'ended',
    question,
    thread,
    answer,
    blocks: [answer.html],
    sources: [source],
  };
}

function startKeeper() {
  let ids = 0;
  return createEntryRecorder(
    () => `id-${++ids}`,
    () => 1000,
  );
}

test('an answer is stored once, however often the page is drawn', () => {
  const { take } = startKeeper();
  const state = answeredState('one');
  assert.equal(take(state)?.title, 'one');
  assert.equal(take({ ...state, draft: 'typed' }), null);
});

test('nothing is stored while an answer is in progress or if there is none', () => {
  const { take } = startKeeper();
  const state = answeredState('one');
  assert.equal(take({ ...state, phase: 'writing' }), null);
  assert.equal(take({ ...state, answer: null }), null);
  assert.equal(take({ ...state, blocks: [] }), null);
});

test('a conversation is stored as one entry, under its first question', () => {
  const { take } = startKeeper();
  const first = answeredState('first');
  const entry = take(first);
  const later = take(answeredState('second', [first]));
  assert.equal(later?.id, entry?.id);
  assert.equal(later?.title, 'first');
  assert.notEqual(take(answeredState('another'))?.id, entry?.id);
});

test('the new answer of a question asked again at once replaces the old one', () => {
  const { take } = startKeeper();
  const first = take(answeredState('one'));
  assert.equal(take(answeredState('one'))?.id, first?.id);
  assert.notEqual(take(answeredState('two'))?.id, first?.id);
  assert.notEqual(take(answeredState('one'))?.id, first?.id, 'but not what lies further back');
});

test('a conversation that was opened again continues its entry', () => {
  const entry = startKeeper().take(answeredState('first'));
  assert.ok(entry !== null);
  const { know, take } = startKeeper();
  const stored = structuredClone({ ...entry, id: 'stored' });
  know(stored);
  const shown = toState(stored);
  assert.equal(take(shown), null);
  assert.equal(take(answeredState('second', [shown]))?.id, 'stored');
});

test('an entry is shown as it was answered, without temporary state', () => {
  const first = answeredState('first');
  const state = { ...first, draft: 'typed', listening: true };
  const entry = startKeeper().take(state);
  assert.ok(entry !== null);
  const shown = toState(structuredClone(entry));
  assert.deepEqual(shown, first);
});
