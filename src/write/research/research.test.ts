import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { bridgeNames, distinct, splitQuestion, toQueries } from './research.ts';

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

test('what a small model says around its queries is not searched for', () => {
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
      assert.deepEqual(distinct(split, [question.trim()]), split);
    }),
  );
});

test('a second round by rules searches for names in the sources, never for a year', () => {
  const text = 'In 2015 the people of Switzerland spoke German.';
  const source = {
    ...{ index: 1, url: 'https://a.test/', title: 'People', snippet: '' },
    passages: [{ text, from: 0, to: text.length }],
  };
  assert.deepEqual(bridgeNames('How many people live in Switzerland?', [source]), ['German']);
});

test('a rare name in a sentence with rare words of the question comes before frequent names', () => {
  const text =
    'The American and British music awards took place in May. Marlon Wayans was the host of the awards.';
  const source = {
    ...{ index: 1, url: 'https://a.test/', title: 'Awards', snippet: '' },
    passages: [{ text, from: 0, to: text.length }],
  };
  const [first] = bridgeNames('Where did the host of the music awards begin?', [source]);
  assert.equal(first, 'Marlon Wayans');
});
