import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './messages.ts';
import { hasBody, noticeOf } from './notice.ts';
import { reduce } from './reduce.ts';
import { initialState, type State } from './state.ts';

const sources = [{ index: 1, title: 'A', url: 'https://a.test/', snippet: '' }];
const good = {
  answer: 'Yes [1].',
  html_answer: '<p>Yes</p>',
  sources,
  model: 'm',
  tokens_used: 9,
  error: null,
};

function ended(changed: object): State {
  return reduce(initialState, { type: 'answered', answer: readAnswer({ ...good, ...changed }) });
}

test('says nothing about an answer that is simply good', () => {
  assert.equal(noticeOf(ended({})), null);
  assert.equal(hasBody(ended({})), true);
});

test('knows a service without a model, before and after the first question', () => {
  const idle = reduce(initialState, { type: 'health', health: { configured: false } });
  assert.equal(noticeOf(idle)?.kind, 'unconfigured');
  const state = ended({ answer: '', html_answer: '', model: '', tokens_used: 0, error: 'No model.' });
  assert.deepEqual(noticeOf(state), { kind: 'unconfigured', message: 'No model.', retryAfterSeconds: null });
});

test('tells a failed model, whose answer is its error, from an answer that was cut', () => {
  const error = 'The model said `no`.';
  const failed = ended({ answer: 'The model said \\`no\\`.', error });
  assert.equal(noticeOf(failed)?.kind, 'model-failed');
  assert.equal(hasBody(failed), false);
  const cut = ended({ error: 'Time ran out.' });
  assert.deepEqual(noticeOf(cut), { kind: 'incomplete', message: 'Time ran out.', retryAfterSeconds: null });
  assert.equal(hasBody(cut), true);
});

test('does not say twice what an answer that broke off says itself', () => {
  const error = 'The answer broke off: no model.';
  assert.equal(noticeOf(ended({ answer: `Half.\n\n${error}`, error }))?.message, '');
});

test('tells nothing found, which costs no tokens, from an answer out of memory', () => {
  const nothing = ended({ answer: 'Nothing was found.', sources: [], tokens_used: 0 });
  assert.equal(noticeOf(nothing)?.kind, 'nothing-found');
  assert.equal(hasBody(nothing), false);
  assert.equal(noticeOf(ended({ sources: [] }))?.kind, 'unsourced');
});
