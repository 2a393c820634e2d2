import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Source } from '../../core/source.ts';
import { createEvidence, type SentenceEvidence } from './evidence.ts';
import { minEvidence } from './min-evidence.ts';
import { toQuestionTraits } from './question-traits.ts';
import { toSentences } from './sentence.ts';

function sourceOf(index: number, title: string, text: string): Source {
  const passages = [{ text, from: 0, to: text.length }];
  return { index, url: `https://example.org/${index}`, title, snippet: '', passages };
}

const SOURCES = [
  sourceOf(
    1,
    'Chad',
    "Chad is a country in Africa. The capital of Chad is N'Djamena. It was founded in 1900.",
  ),
  sourceOf(2, 'Chad Smith', 'Chad Smith is a drummer. He was born in 1961 because of his parents.'),
  sourceOf(3, 'Law', 'The UK left no debts. The law was made by hand.'),
];

/** The evidence of the sentence that begins with these words. */
function evidenceOf(text: string, start: string): SentenceEvidence {
  const question: Question = {
    ...{ id: '', text, maxSources: 5, scope: ANY_SCOPE, history: [] },
    deadlineAtMs: performance.now() + 1000,
  };
  const sentences = toSentences({ question, sources: SOURCES });
  const found = sentences.find((sentence) => sentence.text.startsWith(start));
  assert.ok(found !== undefined, start);
  return createEvidence(toQuestionTraits(text), sentences, SOURCES)(found);
}

const coveredOf = (text: string, start: string) => evidenceOf(text, start).covered;

test('words of the title and of the sentences beside count, those beside less', () => {
  assert.equal(coveredOf('What is the capital of Chad?', 'The capital of Chad'), 1);
  const beside = coveredOf('What is the capital of Chad?', 'It was founded');
  assert.ok(beside > 0.5 && beside < 1, String(beside));
});

test('another number, year or acronym than that of the question costs evidence', () => {
  const right = coveredOf('Who was born in 1961?', 'He was born');
  assert.ok(right > coveredOf('Who was born in 1962?', 'He was born'));
  assert.ok(
    coveredOf('Has the UK left debts?', 'The UK left') > coveredOf('Has the UK left the EU?', 'The UK left'),
  );
});

test('a sentence is about the subject that the question names, or counts half', () => {
  assert.equal(evidenceOf('Who made Chad?', 'The law was made').isOnTopic, false);
  assert.equal(evidenceOf('Who made Chad?', 'The capital of Chad').isOnTopic, true);
});

test('a page with a longer subject does not begin with what is asked', () => {
  assert.equal(evidenceOf('Chad is what?', 'Chad is a country').beginsWithAll, true);
  assert.equal(evidenceOf('Chad is what?', 'Chad Smith is').beginsWithAll, false);
});

test('only a question for the subject of a page is answered by a definition', () => {
  assert.equal(evidenceOf('What is Chad?', 'Chad is a country').defines, true);
  assert.equal(evidenceOf('What is Chad?', 'The capital of Chad').defines, false);
  assert.equal(evidenceOf('Is Chad large?', 'Chad is a country').defines, false);
});

test('a reason is asked for by "why" only', () => {
  const asked = 'Why was Chad Smith born?';
  assert.ok(coveredOf(asked, 'He was born') > coveredOf(asked, 'Chad is a country'));
});

test('a long question needs a smaller share than a short one', () => {
  const leastOf = (text: string, confidence = 0.4) => minEvidence(toQuestionTraits(text), confidence);
  assert.equal(leastOf('capital of Chad'), 0.6);
  const long = 'Which drummer joined another band of the same city after winning a prize?';
  assert.equal(leastOf(long), 0.35);
});

test('a long question is answered with much confidence, whatever its answer repeats', () => {
  const long = toQuestionTraits('Which drummer joined another band of the same city after winning a prize?');
  assert.equal(minEvidence(long, 0.9), 0);
  assert.equal(minEvidence(long, 0.01), 0.35);
  assert.equal(minEvidence(toQuestionTraits('capital of Chad'), 0.9), 0.6);
});
