import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { bridgeQueries } from './bridge-queries.ts';
import { splitQuestion, toQueries } from './create-researcher.ts';
import { withoutRepeats } from './query-words.ts';

const QUESTION = 'Which river flows through the capital of Hungary?';

test('queries are taken from lines with numbers, bullets, labels and quotation marks', () => {
  const reply = [
    '1. capital of Hungary',
    '2) "river in Budapest Hungary"',
    '- Hungary rivers',
    '• **Hungary capital river**',
    'Query 5: Hungary river names',
  ].join('\n');
  assert.deepEqual(toQueries(reply, QUESTION), [
    'capital of Hungary',
    'river in Budapest Hungary',
    'Hungary rivers',
    'Hungary capital river',
    'Hungary river names',
  ]);
});

test('text that a small model writes around its queries is not searched for', () => {
  const reply = 'Sure! Here are the search queries for the capital of Hungary:\n\n1. capital of Hungary\n';
  assert.deepEqual(toQueries(reply, QUESTION), ['capital of Hungary']);
  assert.deepEqual(toQueries('Sure, I can help with that!', QUESTION), []);
  assert.deepEqual(toQueries('', QUESTION), []);
  assert.deepEqual(toQueries(`The capital of Hungary ${'and more '.repeat(40)}`, QUESTION), []);
});

test('queries of hostile replies are single lines of bounded length about the question', () => {
  const piece = fc.constantFrom('Hungary', 'river', '\n', '1. ', '"', '- ', ':', '<think>', '{', '\u0000');
  const reply = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' })), { maxLength: 400 });
  fc.assert(
    fc.property(reply, (pieces) => {
      for (const query of toQueries(pieces.join(''), QUESTION)) {
        assert.ok(query.length <= 200 && !query.includes('\n'), query);
        assert.match(query, /which|river|flow|through|capital|hungary/iu);
      }
    }),
  );
});

test('a question is split into its titles, names and sentences, at most four, each once', () => {
  const parts = splitQuestion('Who wrote "The Trial"? And where did the author of "The Trial" live?');
  assert.equal(parts[0], 'The Trial');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (question) => {
      const split = splitQuestion(question);
      assert.ok(split.length <= 4);
      assert.deepEqual(withoutRepeats(split, [question.trim()]), split);
    }),
  );
});

test('the first word of a later sentence is not searched as a name', () => {
  const parts = splitQuestion('Is Paris bigger than Rome? Does Berlin have more parks?');
  assert.ok(parts.includes('Berlin'));
  assert.ok(!parts.includes('Does Berlin'));
});

const sourceOf = (title: string, text: string) => ({
  ...{ index: 1, url: 'https://a.test/', title, snippet: '' },
  passages: [{ text, from: 0, to: text.length }],
});
const queriesFor = (question: string, ...sources: readonly ReturnType<typeof sourceOf>[]) =>
  bridgeQueries({ question, sources }, 7);

test('a second round by rules searches for names in the sources, never for a year', () => {
  const source = sourceOf('People', 'In 2015 the people of Switzerland spoke German.');
  assert.deepEqual(queriesFor('How many people live in Switzerland?', source), ['German live switzerland']);
});

test('the first hundred sentences of a source are examined', () => {
  const question = 'Who was the host of the awards?';
  const text = (before: number) => `${'So. '.repeat(before)}The host of the awards was Marlon Wayans.`;
  assert.equal(queriesFor(question, sourceOf('Music', text(99))).length, 1);
  assert.deepEqual(queriesFor(question, sourceOf('Music', text(100))), []);
});

test('a name is searched for with the words of the question that its source is not about', () => {
  const source = sourceOf('Music awards', 'The host of the awards was Marlon Wayans.');
  assert.deepEqual(queriesFor('Where did the host of the music awards begin a career?', source), [
    'Marlon Wayans host begin career',
  ]);
});

test('a name beside rare words of the question comes first, and one of an early source before others', () => {
  const text = 'The American and British awards took place in May. Marlon Wayans was the host of the awards.';
  const question = 'Where did the host of the music awards begin?';
  assert.match(queriesFor(question, sourceOf('Awards', text))[0] ?? '', /^Marlon Wayans /);
  const [one, other] = ['The host was Ann Archer.', 'The host was Bob Butcher.'];
  const names = queriesFor(question, sourceOf('A', one), sourceOf('B', other)).map((query) =>
    query.slice(0, 3),
  );
  assert.deepEqual(names, ['Ann', 'Bob']);
});

test('the title of a source is not searched for again, but a name that shares a word with it is', () => {
  const text = 'She is a member of the Winans Family, which came from Detroit.';
  const queries = queriesFor('Which family is the actress a member of?', sourceOf('Deborah Winans', text));
  assert.deepEqual(
    queries.map((query) => query.replace(/ actress.*$/u, '')),
    ['Winans Family', 'Detroit family'],
  );
});

test('a second round by rules has as many queries as are left', () => {
  const source = sourceOf('Hosts', 'The host met Ann Archer, Bob Butcher and Carl Carter.');
  const queries = bridgeQueries({ question: 'Who was the host?', sources: [source] }, 2);
  assert.equal(queries.length, 2);
});
