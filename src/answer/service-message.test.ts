import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStatements } from '@sayso/markdown';
import { isServiceMessage } from './add-statements.ts';
import { ANSWER_TEXTS, answerWords, toStaleSentence } from './answer-words.ts';

const LANGUAGES = Object.keys(ANSWER_TEXTS);

test('a sentence of the service is recognised as its own, whatever age it contains', () => {
  const { cut, nothingFound } = answerWords('de');
  for (const own of [cut, nothingFound, toStaleSentence(5 * 60_000, 'de').trim()])
    assert.equal(isServiceMessage(own, 'de'), true, own);
  assert.equal(isServiceMessage('Berlin ist die Hauptstadt.', 'de'), false);
  assert.equal(isServiceMessage(answerWords('en').cut, 'de'), false);
  for (const language of LANGUAGES)
    assert.equal(isServiceMessage(toStaleSentence(5 * 60_000, language).trim(), language), true, language);
  const { stale } = answerWords('en');
  assert.equal(isServiceMessage(`${stale.split('{age}')[0]}wrong.`, 'en'), false);
  assert.equal(isServiceMessage(`Wrong${stale.split('{age}')[1]}`, 'en'), false);
});

test('each sentence of a text of the service is its own, but not a part of a sentence', () => {
  for (const language of LANGUAGES) {
    const { unchecked, aboutSayso, someFailed } = answerWords(language);
    for (const { text } of [unchecked, aboutSayso, someFailed].flatMap((text) => toStatements(text, 0))) {
      assert.equal(isServiceMessage(text, language), true, text);
      assert.equal(isServiceMessage(text.slice(0, 4), language), false, text);
      assert.equal(isServiceMessage(text.slice(4), language), false, text);
    }
  }
});
