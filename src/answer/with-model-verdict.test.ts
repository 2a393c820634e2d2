import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JudgedStatement } from '../core/answer.ts';
import { withModelVerdict } from './judge-with-model.ts';

const text = 'Jupiter has four\nlarge moons.';
const passages = [{ text, from: 100, to: 100 + text.length }];
const source = { index: 2, url: 'https://a.example/', title: '', snippet: '', passages };
const sources = [source];
const statement: JudgedStatement = {
  ...{ index: 0, text: 'Jupiter has nine large moons.', from: 0, to: 29 },
  ...{ verdict: 'not-found', score: 0.4, quotes: [] },
};
const verdictOf = (verdict: 'supported' | 'contradicted' | 'missing' | 'no-claim', words = '') =>
  withModelVerdict(statement, { verdict, quote: words }, sources);

test('the verdict of the model replaces that of the comparison', () => {
  assert.equal(verdictOf('supported').verdict, 'supported');
  assert.equal(verdictOf('missing').verdict, 'not-found');
  assert.deepEqual(verdictOf('no-claim').score, null);
  const lower = [verdictOf('contradicted', 'four'), verdictOf('missing'), verdictOf('supported')];
  const scores = lower.map(({ score }) => score ?? 0);
  assert.deepEqual(scores, scores.toSorted());
});

test('a model is sure of each claim, and what claims nothing has no quote', () => {
  for (const judged of [verdictOf('supported'), verdictOf('missing'), verdictOf('contradicted', 'four')])
    assert.equal(judged.isSure, true, judged.verdict);
  const quoted = { ...statement, quotes: [{ source: 2, text, from: 100, to: 129 }] };
  const none = withModelVerdict(quoted, { verdict: 'no-claim', quote: '' }, sources);
  assert.deepEqual([none.verdict, none.quotes, none.isSure], ['not-checked', [], undefined]);
});

test('a contradiction counts only with words that a source has', () => {
  assert.deepEqual(verdictOf('contradicted', 'Jupiter has four').difference, {
    ...{ kind: 'name', stated: statement.text },
    found: { source: 2, text: 'Jupiter has four', from: 100, to: 116 },
  });
  for (const otherCase of ['FOUR large', 'jupiter has'])
    assert.equal(verdictOf('contradicted', otherCase).difference?.found.text, text, otherCase);
  assert.equal(verdictOf('contradicted', 'seven moons'), statement);
  assert.equal(verdictOf('contradicted', ''), statement);
  assert.equal(verdictOf('contradicted', 'J'), statement);
  assert.equal(verdictOf('contradicted', 'Ju').quotes[0]?.text, 'Ju');
});

test('a contradiction shows the difference that was compared, otherwise the words of the model', () => {
  const numbers = [{ ...source, passages: [{ text: 'It has 95 moons.', from: 0, to: 16 }] }];
  const said = { verdict: 'contradicted', quote: '95 moons' } as const;
  const found = { source: 2, text: '95 moons', from: 7, to: 15 };
  const shown = withModelVerdict(statement, said, numbers);
  assert.deepEqual([shown.verdict, shown.quotes], ['differs', [found]]);
  assert.deepEqual(shown.difference, { kind: 'number', stated: statement.text, found });
  const difference = { kind: 'name', stated: 'nine', found } as const;
  assert.equal(withModelVerdict({ ...statement, difference }, said, numbers).difference, difference);
  for (const verdict of ['supported', 'missing', 'no-claim'] as const) {
    const other = withModelVerdict({ ...statement, difference }, { verdict, quote: '' }, numbers);
    assert.equal('difference' in other, false, verdict);
  }
});
