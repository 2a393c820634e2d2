import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import type { Exchange, Question } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Rewrite } from './condense.ts';
import { createCondense } from './condense.ts';

const nobody = new AbortController().signal;
const byRules = createCondense(null);

function asking(text: string, ...history: Exchange[]): Question {
  return { id: 't', text, maxSources: 5, scope: ANY_SCOPE, history, deadlineAtMs: performance.now() + 1000 };
}

type Case = readonly [question: string, answer: string, followUp: string, condensed: string];

const sure: readonly Case[] = [
  // A pronoun
  [
    'Who was Albert Einstein?',
    'Albert Einstein was a physicist [1].',
    'how old was he?',
    'how old was Albert Einstein?',
  ],
  [
    'Who wrote Hamlet?',
    '**William Shakespeare** wrote it [1].',
    'Where was he born?',
    'Where was William Shakespeare born?',
  ],
  [
    'Who wrote Hamlet?',
    'William Shakespeare wrote it [1].',
    'when was it published?',
    'when was Hamlet published?',
  ],
  ['What is an axolotl?', 'A salamander [1].', 'what does it eat?', 'what does axolotl eat?'],
  ['Wie hoch ist der Eiffelturm?', '330 Meter.', 'und wie alt ist er?', 'wie alt ist Eiffelturm?'],
  ['Quem foi Pelé?', 'Pelé foi um futebolista.', 'quantos gols ele fez?', 'quantos gols Pelé fez?'],
  [
    'Chi ha scritto la Commedia?',
    'Dante Alighieri.',
    'quanti anni aveva lui?',
    'quanti anni aveva Dante Alighieri?',
  ],
  [
    'Who wrote Hamlet?',
    'Hamlet was written by William Shakespeare [1].',
    'how old was he?',
    'how old was William Shakespeare?',
  ],
  [
    'Wer hat Faust geschrieben?',
    '“Faust wurde von Johann Wolfgang von Goethe geschrieben.” [1]',
    'und wie alt ist er?',
    'wie alt ist Johann Wolfgang von Goethe?',
  ],
  ['Wer hat Faust geschrieben?', 'Goethe.', 'und wie alt ist er?', 'wie alt ist Goethe?'],
  [
    'Wer war Johann Wolfgang von Goethe?',
    'Ein Dichter.',
    'wie alt wurde er?',
    'wie alt wurde Johann Wolfgang von Goethe?',
  ],
  [
    'Qui a écrit Les Misérables ?',
    'Victor Hugo a écrit ce roman.',
    'quel âge a-t-il ?',
    'quel âge a-t-Victor Hugo ?',
  ],
  // A part that changes
  [
    'What is the weather like in Oslo?',
    'Mild.',
    'and in winter?',
    'What is the weather like in Oslo in winter',
  ],
  ['What is the weather like in Oslo?', 'Mild.', 'What about Berlin?', 'What is the weather like in Berlin'],
  ['What is the weather like in Oslo?', 'Mild.', 'Berlin?', 'What is the weather like in Berlin'],
  ['What is the weather like in Oslo?', 'Mild.', 'and the population?', 'the population Oslo'],
  ['population of France in 2020', '67 million.', 'and in 2023?', 'population of France in 2023'],
  ['¿Cuál es la capital de Francia?', 'París.', '¿y de Alemania?', '¿Cuál es la capital de Alemania'],
  [
    'Quelle est la capitale de l’Italie ?',
    'Rome.',
    'et de l’Espagne ?',
    'Quelle est la capitale de l’Espagne',
  ],
  // Next to nothing
  ['What colour is the sky?', 'The sky is blue [1]. More.', 'why?', 'why The sky is blue'],
  ['What colour is the sky?', 'Blue.', 'tell me more', 'What colour is the sky?'],
  ['How heavy is Mont Blanc?', 'Heavy.', 'how tall?', 'how tall Mont Blanc'],
  // A subject of its own
  ['Who was Albert Einstein?', 'A physicist.', 'Who is Ada Lovelace?', 'Who is Ada Lovelace?'],
  ['Who was Albert Einstein?', 'A physicist.', 'Weather in Berlin', 'Weather in Berlin'],
];

test('condenses by rules only questions that depend on the one before', async () => {
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

test('uses no name if the previous answer does not say who it was', async () => {
  const cases: readonly Case[] = [
    [
      'Wer hat Faust geschrieben?',
      'Faust ist eine Tragödie in zwei Teilen.',
      'und wie alt ist er?',
      'wie alt ist er Wer hat Faust geschrieben?',
    ],
    [
      'Wer hat Faust geschrieben?',
      'Die Quellen beantworten diese Frage nicht.',
      'und wie alt ist er?',
      'wie alt ist er Wer hat Faust geschrieben?',
    ],
    ['Who wrote Hamlet?', 'It is a play.', 'how old was he?', 'how old was he Who wrote Hamlet?'],
  ];
  for (const [question, answer, followUp, condensed] of cases) {
    let calls = 0;
    const rewrite: Rewrite = async () => ({ text: '', tokens: ++calls });
    const { text } = await createCondense(rewrite)(asking(followUp, { question, answer }), 1000, nobody);
    assert.deepEqual([text, calls], [condensed, 1]);
  }
});

test('a follow-up to a follow-up is completed from the meaning of the first', async () => {
  const history = [
    { question: 'What is the weather in Oslo?', answer: 'Cold.' },
    { question: 'and Rome?', answer: 'Warm.' },
  ];
  const { text } = await byRules(asking('and in summer?', ...history), 1000, nobody);
  assert.equal(text, 'What is the weather in Rome in summer');
});

test('a first question stays as it is, blanks included', async () => {
  assert.deepEqual(await byRules(asking(' why? '), 1000, nobody), { text: ' why? ', tokens: 0 });
});

const unsure = asking('What time is it in Tokyo?', { question: 'Where is Oslo?', answer: 'In Norway.' });

test('where the rules are unsure a model is asked once, within the time for it', async () => {
  const timeouts: number[] = [];
  const rewrite: Rewrite = async (_question, timeoutMs) => {
    timeouts.push(timeoutMs);
    return { text: 'time in Tokyo', tokens: 40 };
  };
  assert.deepEqual(await createCondense(rewrite)(unsure, 1500, nobody), {
    text: 'time in Tokyo',
    tokens: 40,
  });
  assert.deepEqual(timeouts, [1500]);
});

test('counts the tokens of an unusable reply, and searches for the guess of the rules', async () => {
  const condensed = await createCondense(async () => ({ text: '', tokens: 7 }))(unsure, 1000, nobody);
  assert.deepEqual(condensed, { text: 'What time is it in Tokyo?', tokens: 7 });
});

test('ends when the caller disconnects', async () => {
  const leaving = new AbortController();
  const rewrite: Rewrite = async () => {
    leaving.abort();
    return { text: '', tokens: 0 };
  };
  await assert.rejects(createCondense(rewrite)(unsure, 1000, leaving.signal), { code: 'cancelled' });
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
