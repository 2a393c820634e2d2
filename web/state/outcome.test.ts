import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './messages.ts';
import { hasBody, noticeOf } from './outcome.ts';
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

test('a calculation is complete without sources, and its question does not return to the field', () => {
  const state = ended({ answer: '17% of 230 = **39.1**', sources: [], model: 'instant', tokens_used: 0 });
  assert.deepEqual([noticeOf(state), hasBody(state), state.draft], [null, true, '']);
});

test('nothing that was found after failures is told in the language of the answer', () => {
  const answer = 'Nichts gefunden. Dritte Suche: nicht erreichbar.';
  const failed = { answer, error: 'Some searches failed.', problem: 'nothing-found' };
  assert.equal(noticeOf(ended(failed))?.message, answer);
  assert.equal(noticeOf(ended({ ...failed, error: null }))?.message, '');
});

test('an answer that cites nothing is no answer, but a title above its quotes cites nothing either', () => {
  assert.equal(noticeOf(ended({}, [[], []]))?.kind, 'unanswered');
  assert.equal(noticeOf(ended({ model: 'extractive' }, [[], [1]])), null);
});

test('what a notice says is removed from the text', () => {
  const error = 'The answer broke off: no model.';
  const told = `<p>${error}</p>`;
  const rest = '<blockquote><p>Yes.</p></blockquote>';
  for (const [problem, blocks] of [
    ['broken-off', [rest, told]],
    ['quoted', [told, rest]],
  ] as const) {
    const begun = blocks.reduce(
      (state, html, index) => reduce(state, { type: 'block', index, html, citations: [] }),
      initialState,
    );
    const answer = readAnswer({ ...good, html_answer: blocks.join('\n'), error, problem });
    const state = reduce(begun, { type: 'answered', answer });
    assert.equal(noticeOf(state)?.message, error);
    assert.deepEqual(state.blocks, [rest], problem);
  }
});
