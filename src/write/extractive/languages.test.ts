import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../../core/scope.ts';
import { byLanguage } from './languages.ts';

const question = {
  ...{ id: '', text: 'Welche Währung hat Ungarn?', maxSources: 5, scope: ANY_SCOPE, history: [] },
  deadlineAtMs: 0,
};
const sourceOf = (index: number, text: string) => ({
  ...{ index, url: 'https://a.example/', title: 'T', snippet: '' },
  passages: [{ text, from: 0, to: text.length }],
});

test('sources in another language get the question in theirs, and come last', () => {
  const english = sourceOf(
    1,
    'The currency of Hungary is the forint, which is the money that people use there.',
  );
  const german = sourceOf(2, 'Die Währung von Ungarn ist der Forint, und das ist auch so.');
  const parts = byLanguage({ question, sources: [english, german] });
  assert.deepEqual(
    parts.map(({ language, question: { text }, sources }) => [
      language,
      text,
      sources.map(({ index }) => index),
    ]),
    [
      [null, question.text, [2]],
      ['en', 'which currency has Hungary?', [1]],
    ],
  );
});

test('sources in no known language are asked as the question is', () => {
  assert.deepEqual(
    byLanguage({ question, sources: [sourceOf(1, 'Forint 1946')] }).map(({ language }) => language),
    [null],
  );
  assert.deepEqual(byLanguage({ question, sources: [] }), [{ language: null, question, sources: [] }]);
});
