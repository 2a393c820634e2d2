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

test('an answer without a draft says whether quotes take its place', () => {
  const of = (quotes: string, decision: Decision) =>
    concludeWithoutDraft({ text: quotes }, 'It failed.', { decision, language: 'en' }).problem;
  assert.equal(of('> Yes [1].', grounded), 'quoted');
  assert.equal(of('', grounded), 'model-failed');
  assert.equal(of('', unsourced), 'nothing-found');
});

test('quotes follow a sentence that they come from the sources, or one that none answers', () => {
  const textOf = (text: string, decision: Decision) =>
    concludeWithoutDraft({ text, confidence: 0.5 }, 'It failed.', { decision, language: 'en' });
  const failed = 'No answer could be written: It failed.';
  assert.deepEqual(textOf('> Yes [1].', grounded), {
    ...{ text: `${failed}\n\nThe sources say:\n\n> Yes [1].`, confidence: 0.5 },
    ...{ error: failed, errorMissingInText: false, problem: 'quoted' },
  });
  const unanswered = 'The sources do not answer this. Closest: > Yes [1].';
  assert.equal(textOf(unanswered, grounded).text, `${failed}\n\n${unanswered}`);
  const both = textOf('', { ...unsourced, error: 'One failed.' });
  assert.deepEqual([both.text, both.error], [`Nothing was found. ${failed}`, `One failed. ${failed}`]);
});

test('a whole answer has the certainty of its quotes, and no white space at its end', () => {
  const quoted = conclude({ ...fixedDraft('> Yes [1].\n\n'), confidence: 0 }, grounded, 'en');
  assert.deepEqual(quoted, {
    ...{ text: '> Yes [1].', confidence: 0, error: null, errorMissingInText: false },
  });
  assert.equal('confidence' in conclude(fixedDraft('Yes.'), grounded, 'en'), false);
});
