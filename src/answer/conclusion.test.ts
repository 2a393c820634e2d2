import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure, type FailureCode } from '../core/failure.ts';
import type { Writer } from '../write/writer.ts';
import { conclude, concludeWithoutDraft } from './conclusion.ts';
import type { Decision } from './decision.ts';
import { fixedDraft } from './draft.ts';

const writer = { name: 'm', needsSources: false } as Writer;
const grounded: Decision = {
  ...{ kind: 'write', writer, evidenceStatus: 'sources', finding: '', preface: '', error: null },
};
const unsourced: Decision = { ...grounded, evidenceStatus: 'nothing-found', finding: 'Nothing was found.' };
const fixed = (problem: 'unconfigured' | 'nothing-found'): Decision => ({
  ...{ kind: 'fixed-text', text: '', error: null, problem },
});
const draft = (text: string, code?: FailureCode) => ({
  ...fixedDraft(text),
  failure: code === undefined ? null : new Failure(code, 'It failed.'),
});

test('every answer says in a field what it lacks', () => {
  const of = (decision: Decision, code?: FailureCode) =>
    conclude(draft('One. Two.', code), decision, 'en').problem;
  assert.equal(of(grounded), undefined);
  assert.equal(of(grounded, 'deadline-exceeded'), 'cut-off');
  assert.equal(of(grounded, 'model-unavailable'), 'broken-off');
  assert.equal(of(unsourced, 'model-unavailable'), 'unsourced');
  assert.equal(of(fixed('nothing-found')), 'nothing-found');
  assert.equal(of(fixed('unconfigured')), 'unconfigured');
});

test('an answer without a draft says whether passages take its place', () => {
  const of = (quotes: string, decision: Decision) =>
    concludeWithoutDraft(quotes, 'It failed.', { decision, language: 'en' }).problem;
  assert.equal(of('> Yes [1].', grounded), 'quoted');
  assert.equal(of('', grounded), 'model-failed');
  assert.equal(of('', unsourced), 'nothing-found');
});

test('passages follow a first line that says why the model wrote nothing', () => {
  const textOf = (text: string, decision: Decision) =>
    concludeWithoutDraft(text, 'It failed.', { decision, language: 'en' });
  const failed = 'No answer could be written: It failed.';
  assert.deepEqual(textOf('> Yes [1].', grounded), {
    ...{ text: `${failed}\n\nThese passages fit best:\n\n> Yes [1].` },
    ...{ error: failed, errorMissingInText: false, problem: 'quoted' },
  });
  const both = textOf('', { ...unsourced, error: 'One failed.' });
  assert.deepEqual([both.text, both.error], [`Nothing was found. ${failed}`, `One failed. ${failed}`]);
});

test('a whole answer has no white space at its end', () => {
  assert.equal(conclude(fixedDraft('> Yes [1].\n\n'), grounded, 'en').text, '> Yes [1].');
});
