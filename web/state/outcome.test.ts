import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './messages.ts';
import { hasBody, noticeOf, outcomeOf } from './outcome.ts';
import { initialState, type State } from './state.ts';
import { reduce } from './store.ts';

const sources = [{ index: 1, title: 'A', url: 'https://a.test/', snippet: '' }];
const good = {
  answer: 'Yes [1].',
  html_answer: '<p>Yes</p>',
  sources,
  model: 'm',
  tokens_used: 9,
  error: null,
};

/** The state after an answer whose blocks cite these sources. */
function ended(changed: object, citations: readonly (readonly number[])[] = [[1]]): State {
  const { html_answer: html } = { ...good, ...changed };
  const begun = citations.reduce(
    (state, cited, index) => reduce(state, { type: 'block', index, html, citations: cited }),
    initialState,
  );
  return reduce(html === '' ? initialState : begun, {
    type: 'answered',
    answer: readAnswer({ ...good, ...changed }),
  });
}

test('a complete answer needs no notice', () => {
  assert.equal(noticeOf(ended({})), null);
  assert.equal(hasBody(ended({})), true);
});

test('an instant answer is complete without sources, and its question does not return to the field', () => {
  const state = ended({ answer: '17% of 230 = **39.1**', sources: [], model: 'instant', tokens_used: 0 });
  assert.equal(noticeOf(state), null);
  assert.equal(hasBody(state), true);
  assert.equal(state.draft, '');
});

test('a service without a model is noticed after the first question', () => {
  const lacking = { answer: '', html_answer: '', model: '', tokens_used: 0, error: 'No model.' };
  const state = ended({ ...lacking, problem: 'unconfigured' });
  assert.deepEqual(noticeOf(state), { kind: 'unconfigured', message: 'No model.', retryAfterSeconds: null });
});

test('a failed model differs from an answer that was cut', () => {
  const error = 'The model said `no`.';
  const failed = ended({ answer: 'The model said \\`no\\`.', error, problem: 'model-failed' });
  assert.equal(noticeOf(failed)?.kind, 'model-failed');
  assert.equal(hasBody(failed), false);
  const cut = ended({ error: 'Time ran out.', problem: 'cut-off' });
  assert.deepEqual(noticeOf(cut), { kind: 'incomplete', message: 'Time ran out.', retryAfterSeconds: null });
  assert.equal(hasBody(cut), true);
});

test('the reason for breaking off is removed from the text, because the notice shows it', () => {
  const error = 'The answer broke off: no model.';
  const html = `<p>Half.</p>`;
  const first = reduce(initialState, { type: 'block', index: 0, html, citations: [] });
  const state = reduce(reduce(first, { type: 'block', index: 1, html: `<p>${error}</p>`, citations: [] }), {
    type: 'answered',
    answer: readAnswer({
      ...good,
      answer: `Half.\n\n${error}`,
      html_answer: `${html}<p>${error}</p>`,
      error,
      problem: 'broken-off',
    }),
  });
  assert.equal(noticeOf(state)?.message, error);
  assert.deepEqual(state.blocks, [html]);
});

test('nothing found differs from an answer without sources', () => {
  const problem = 'nothing-found';
  const nothing = ended({ answer: 'Nothing was found.', sources: [], tokens_used: 0, problem });
  assert.equal(noticeOf(nothing)?.kind, 'nothing-found');
  assert.equal(noticeOf(nothing)?.message, '');
  assert.equal(hasBody(nothing), false);
  const answer = 'Nichts gefunden. Einige Suchen sind fehlgeschlagen. Dritte Suche: nicht erreichbar.';
  const error = 'Some searches failed. Tertiary: host name not found.';
  assert.equal(noticeOf(ended({ answer, error, sources: [], tokens_used: 0, problem }))?.message, answer);
  assert.equal(noticeOf(ended({ sources: [], problem: 'unsourced' }))?.kind, 'unsourced');
});

test('a model that failed gets one notice, without its error, and quotes are called quotes', () => {
  const error = 'No answer could be written: The language model refused: check MODEL_API_KEY (status 401).';
  const quotes = '<p>These passages fit best:</p>\n<blockquote><p>Yes.</p></blockquote>';
  const state = reduce(
    reduce(initialState, { type: 'block', index: 0, html: `<p>${error}</p>`, citations: [] }),
    {
      type: 'block',
      index: 1,
      html: quotes,
      citations: [],
    },
  );
  const answer = readAnswer({
    ...good,
    answer: `${error}\n\nThese passages fit best:\n\n> Yes.`,
    html_answer: `<p>${error}</p>\n${quotes}`,
    error,
    problem: 'quoted',
  });
  const after = reduce(state, { type: 'answered', answer });
  assert.deepEqual(noticeOf(after), { kind: 'quoted', message: error, retryAfterSeconds: null });
  assert.deepEqual(after.blocks, [quotes]);
});

test('an answer that cites nothing is no answer', () => {
  assert.equal(noticeOf(ended({}, [[], []]))?.kind, 'unanswered');
  assert.equal(noticeOf(ended({ model: 'extractive' }, [[], [1]])), null);
});

test('every question ends in one of six ways', () => {
  const stopped = { kind: 'stopped', message: '', retryAfterSeconds: null } as const;
  const begun = reduce(initialState, { type: 'block', index: 0, html: '<p>Half.</p>', citations: [] });
  const failed = (state: State, kind: 'stopped' | 'broken') =>
    reduce(state, { type: 'failed', failure: { ...stopped, kind } });
  const ways = [
    ended({}),
    ended({ error: 'Time ran out.', problem: 'cut-off' }),
    failed(begun, 'broken'),
    ended({}, [[]]),
    ended({ sources: [], problem: 'unsourced' }),
    failed(begun, 'stopped'),
    failed(initialState, 'broken'),
  ].map((state) => outcomeOf(state, noticeOf(state)));
  assert.deepEqual(ways, [
    ...['answered', 'in-part', 'in-part', 'no-answer', 'from-memory', 'stopped', 'failed'],
  ]);
});
