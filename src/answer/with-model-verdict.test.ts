import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JudgedStatement } from '../core/verdict.ts';
import { shouldAskModel, withModelVerdict } from './with-model-verdict.ts';

const text = 'Jupiter has four\nlarge moons.';
const passages = [{ text, from: 100, to: 100 + text.length }];
const sources = [{ index: 2, url: 'https://a.example/', title: '', snippet: '', passages }];
const statement: JudgedStatement = {
  ...{ index: 0, text: 'Jupiter has nine large moons.', from: 0, to: 29 },
  ...{ verdict: 'not-found', score: 0.4, quotes: [] },
};
const verdictOf = (verdict: 'supported' | 'contradicted' | 'missing' | 'no-claim', words = '') =>
  withModelVerdict(statement, { verdict, words }, sources);

test('the verdict of the model replaces that of the comparison', () => {
  assert.equal(verdictOf('supported').verdict, 'supported');
  assert.equal(verdictOf('missing').verdict, 'not-found');
  assert.deepEqual(verdictOf('no-claim').score, null);
  const lower = [verdictOf('contradicted', 'four'), verdictOf('missing'), verdictOf('supported')];
  const scores = lower.map(({ score }) => score ?? 0);
  assert.deepEqual(scores, scores.toSorted());
});

test('a contradiction counts only with words that a source has', () => {
  assert.deepEqual(verdictOf('contradicted', 'Jupiter has four').difference, {
    ...{ kind: 'name', stated: statement.text },
    found: { source: 2, text: 'Jupiter has four', from: 100, to: 116 },
  });
  assert.equal(verdictOf('contradicted', 'FOUR large').difference?.found.text, text);
  assert.equal(verdictOf('contradicted', 'seven moons'), statement);
  assert.equal(verdictOf('contradicted', ''), statement);
});

test('no model is asked about a statement that a source has word for word', () => {
  assert.ok(!shouldAskModel({ ...statement, verdict: 'supported', score: 0.99 }));
  assert.ok(shouldAskModel({ ...statement, verdict: 'supported', score: 0.8 }));
  assert.ok(shouldAskModel(statement));
});
