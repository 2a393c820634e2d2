import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toQuestion } from './question.ts';
import { ANY_SCOPE } from './scope.ts';

const asked = { id: 'q', text: 'how old is it', deadlineMs: 1000 };

test('what a caller leaves out has its usual value', () => {
  const usual = { ...asked, scope: ANY_SCOPE, history: [], maxSources: 5 };
  assert.deepEqual(toQuestion(asked), usual);
  const left = { depth: 'quick', history: undefined, maxSources: undefined } as const;
  assert.deepEqual(toQuestion({ ...asked, ...left }), usual);
});

test('a deep answer uses more sources unless its caller asks for another number', () => {
  const { depth, maxSources } = toQuestion({ ...asked, depth: 'deep' });
  assert.deepEqual({ depth, maxSources }, { depth: 'deep', maxSources: 10 });
  assert.equal(toQuestion({ ...asked, depth: 'deep', maxSources: 3 }).maxSources, 3);
});

test('an operator in the question limits its sites', () => {
  const { text, scope } = toQuestion({ ...asked, text: 'how old is it site:a.test' });
  assert.equal(text, 'how old is it');
  assert.deepEqual(scope.sites.only, ['a.test']);
});
