import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import type { Exchange, Question } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { createCondense } from './condense.ts';
import type { Rewrite } from './rewrite.ts';

const nobody = new AbortController().signal;
const byRules = createCondense(null);

function asking(text: string, ...history: Exchange[]): Question {
  return { id: 't', text, maxSources: 5, scope: ANY_SCOPE, history, deadlineAtMs: performance.now() + 1000 };
}

type Case = readonly [question: string, answer: string, followUp: string, condensed: string];

const sure: readonly Case[] = [
  [
    'Who wrote Hamlet?',
    '**William Shakespeare** wrote it [1].',
    'Where was he born?',
    'Where was William Shakespeare born',
  ],
  ['What is the weather like in Oslo?', 'Mild.', 'What about Berlin?', 'What is the weather like in Berlin'],
  [
    'Who was Albert Einstein?',
    'A physicist.',
    'Which countries share a border with Laos?',
    'Which countries share a border with Laos?',
  ],
];

test('no model is asked where the rules are certain', async () => {
  const neverAsked: Rewrite = async () => assert.fail('A model was asked.');
  for (const [question, answer, followUp, condensed] of sure) {
    const { text, tokens } = await createCondense(neverAsked)(
      asking(followUp, { question, answer }),
      1000,
      nobody,
    );
    assert.deepEqual({ text, tokens }, { text: condensed, tokens: 0 });
  }
});

test('a first question stays as it is, blanks included', async () => {
  assert.deepEqual(await byRules(asking(' why? '), 1000, nobody), { text: ' why? ', tokens: 0 });
});

const unsure = asking('How far is it from Tokyo?', { question: 'Where is Oslo?', answer: 'In Norway.' });

test('where the rules are unsure a model is asked once, in its time, beside the guess', async () => {
  const timeouts: number[] = [];
  const rewrite: Rewrite = async (_question, timeoutMs) => {
    timeouts.push(timeoutMs);
    return { text: 'time in Tokyo', tokens: 40 };
  };
  const { rewriting, ...guess } = await createCondense(rewrite)(unsure, 1500, nobody);
  assert.deepEqual(guess, { text: 'How far is it from Tokyo Norway', tokens: 0, isGuess: true });
  assert.deepEqual(await rewriting, { text: 'time in Tokyo', tokens: 40 });
  assert.deepEqual(timeouts, [1500]);
});

test('without a model the query is marked as a guess', async () => {
  const condensed = await byRules(unsure, 1000, nobody);
  assert.deepEqual(condensed, { text: 'How far is it from Tokyo Norway', tokens: 0, isGuess: true });
});

test('returns a short question for any conversation', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'and',
          'he',
          'It',
          'Oslo',
          'Rio de Janeiro',
          '2020',
          '?',
          'why',
          '[1]',
          '(((',
          '\\',
          '$&',
        ),
      )
      .map((words) => words.join(' ')),
  );
  const turns = fc.array(fc.record({ question: text, answer: text }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(text, turns, async (last, history) => {
      const condensed = await byRules(asking(`${last} x`, ...history), 1000, nobody);
      assert.ok(condensed.text.trim() !== '');
      assert.ok(condensed.text.isWellFormed());
    }),
  );
});

test('long and hostile conversations take time in proportion to their length', async () => {
  const units = [
    'A ',
    'A.',
    "A'",
    'A of the ',
    'A-a',
    'and ',
    'he ',
    '1. ',
    '[1]',
    '**',
    '](',
    'É',
    '\n',
    'a. B ',
  ];
  for (const unit of units) {
    const condense = (chars: number) => {
      const question = unit.repeat(chars / 8 / unit.length);
      const turn = { question, answer: unit.repeat(chars / unit.length) };
      return byRules(asking(question, turn, turn, turn, turn, turn), 1000, nobody);
    };
    await assertProportional(condense, 16_000, unit);
  }
});
