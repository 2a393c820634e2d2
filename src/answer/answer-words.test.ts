import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishedSentences } from '@sayso/text/finished-sentences.ts';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { isServiceMessage } from './add-statements.ts';
import {
  answerWords,
  answerWordsForQuestion,
  corpusWords,
  toOldSourcesSentence,
  toStaleSentence,
} from './answer-words.ts';

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it', 'nl', 'ru', 'ja', 'zh', 'ar'];

test('sentences are in the language of the answer, or in English if there are none', () => {
  assert.equal(answerWords('de-AT'), answerWords('de'));
  assert.equal(answerWords('PT'), answerWords('pt'));
  for (const unknown of ['und', 'auto', 'cy', '', 'constructor', '__proto__'])
    assert.equal(answerWords(unknown), answerWords('en'), unknown);
  assert.equal(new Set(LANGUAGES.map(answerWords)).size, LANGUAGES.length);
});

test('texts are complete sentences, so that none is cut off when time runs out', () => {
  for (const language of LANGUAGES) {
    const { nothingFound, someFailed, fromMemory, unchecked, cut } = answerWords(language);
    for (const said of [`${nothingFound} ${fromMemory}`, unchecked, someFailed, cut])
      assert.equal(finishedSentences(said).trimEnd(), said, language);
  }
});

test('the words for an answer are in the language of its question, or that of its sources', () => {
  const question = { ...QUESTION, text: 'Welcher Fluss fließt durch die Hauptstadt von diesem Land?' };
  assert.deepEqual(answerWordsForQuestion(question, []), { ...answerWords('de'), language: 'de' });
  const snippet = 'La capitale du pays est traversée par une rivière depuis toujours.';
  const sources = [{ index: 1, url: '', title: '', snippet, passages: [] }];
  assert.equal(answerWordsForQuestion({ ...QUESTION, text: '42' }, sources).language, 'fr');
});

test('the age of an answer is in minutes, then in hours', () => {
  assert.match(toStaleSentence(1_000, 'en'), /^This answer is 1 minute old, /);
  assert.match(toStaleSentence(20 * 60_000, 'de-CH'), /^Diese Antwort ist 20 Minuten alt, /);
  assert.match(toStaleSentence(5 * 3_600_000, 'fr'), /^Cette réponse date d’il y a 5\sheures, /);
  assert.match(toStaleSentence(20 * 60_000, 'und'), /^This answer is 20 minutes old, /);
  for (const language of LANGUAGES) assert.doesNotMatch(toStaleSentence(120_000, language), /[{}]/);
});

test('if nothing found is from the time asked for, one sentence says so and names the newest day', () => {
  const now = Date.parse('2026-11-28T15:00:00Z');
  const say = (question: string, days: readonly (string | undefined)[], language = 'en') =>
    toOldSourcesSentence(
      question,
      days.map((publishedAt) => (publishedAt === undefined ? {} : { publishedAt })),
      language,
      now,
    );
  const old = (then: string) =>
    `Nothing found is as new as asked for${then}: the newest dated source is from 3 March 2024.`.replace(
      '3 March',
      'March 3,',
    );
  for (const [question, then] of [
    ['What happened in Oslo today?', ' (today)'],
    ['What happened in Oslo this week?', ' (this week)'],
    ['What is new in Oslo this month?', ' (this month)'],
    ['What is the latest news from Oslo?', ''],
    ['Who is the current mayor?', ''],
  ] as const)
    assert.equal(say(question, ['2024-03-03T08:00:00Z', '2023-01-01', undefined]), old(then));
  for (const [question, day] of [
    ['What happened today?', '2026-11-28T01:00:00Z'],
    ['What happened this week?', '2026-11-22'],
    ['What is the latest version?', '2026-10-01'],
    ['Who is the current mayor?', '2026-01-01'],
    ['Who built it?', '1999-01-01'],
  ] as const)
    assert.equal(say(question, [day]), '', question);
  assert.match(say('What happened today?', [undefined]), /^No source found has a date, .* \(today\)\.$/);
  assert.equal(say('What is the latest version?', [undefined]), '', 'most pages of products have no date');
  assert.equal(say('What happened today?', []), '');
  assert.match(say('Was ist heute passiert?', ['2024-03-03'], 'de'), /\(heute\).*3\. März 2024\.$/);
  assert.match(say('今天有什么新闻？', ['2024-03-03'], 'zh'), /（今天）.*2024年3月3日/);
  for (const language of LANGUAGES)
    for (const days of [['2024-03-03'], [undefined]]) {
      const said = say('today', days, language);
      assert.equal(finishedSentences(`${said}\n\nMore`).trimEnd(), said, language);
      assert.ok(isServiceMessage(said, language), said);
      assert.ok(isServiceMessage(say('latest', ['2024-03-03'], language), language), language);
    }
});

test('up to 99 minutes an age is in minutes, rounded, and never less than one', () => {
  const ageOf = (minutes: number) => /answer is (.*) old/.exec(toStaleSentence(minutes * 60_000, 'en'))?.[1];
  assert.deepEqual([0, 0.4, 1.4, 1.5, 99.4].map(ageOf), [
    ...['1 minute', '1 minute', '1 minute', '2 minutes', '99 minutes'],
  ]);
  assert.deepEqual([99.5, 100, 149, 150].map(ageOf), ['2 hours', '2 hours', '2 hours', '3 hours']);
});

test('no text mentions the web if only documents are searched, in any language', () => {
  const nothingFound = new Set(LANGUAGES.map((code) => corpusWords(code, true).nothingFound));
  assert.equal(nothingFound.size, LANGUAGES.length);
  for (const code of LANGUAGES) {
    const words = corpusWords(code, true);
    for (const said of [words.nothingFound, words.unchecked]) {
      assert.doesNotMatch(said, /\bweb\b|интернет|ウェブ|网|الويب/iu, code);
      assert.equal(finishedSentences(said).trimEnd(), said, code);
    }
    assert.equal(words.cut, answerWords(code).cut, code);
  }
});
