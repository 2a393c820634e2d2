import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { answerLanguage } from './answer-words.ts';

const ENGLISH = 'Which of the rivers flows through the capital of this country?';
const GERMAN = 'Welcher Fluss fließt durch die Hauptstadt von diesem Land?';
const FRENCH = 'La capitale du pays est traversée par une rivière depuis toujours.';
const SHORT = '42';

/** The language of an answer to a question, given the earlier questions and the snippets of the sources. */
function languageOf(text: string, before: readonly string[] = [], snippets: readonly string[] = []): string {
  const history = before.map((question) => ({ question, answer: FRENCH }));
  const sources = snippets.map((snippet) => ({ index: 1, url: '', title: '', snippet, passages: [] }));
  return answerLanguage({ ...QUESTION, text, history }, sources);
}

test('an answer is in the language that the caller asked for', () => {
  const scope = { ...QUESTION.scope, language: 'nl' };
  assert.equal(answerLanguage({ ...QUESTION, text: ENGLISH, scope }, []), 'nl');
});

test('otherwise it is that of the question, of the latest question before it, or of the sources', () => {
  assert.equal(languageOf(ENGLISH, [GERMAN], [FRENCH]), 'en');
  assert.equal(languageOf(SHORT, [ENGLISH, GERMAN, SHORT], [FRENCH]), 'de');
  assert.equal(languageOf(SHORT, [SHORT], [FRENCH]), 'fr');
  assert.equal(languageOf(SHORT, [SHORT], [SHORT]), 'und');
});
