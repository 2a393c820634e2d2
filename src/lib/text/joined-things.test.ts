import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divideQuestion } from './joined-things.ts';

const titles = [
  'Japan: economy',
  'Nigeria',
  'France',
  'Spain: people',
  'United States (US, USA)',
  'New York',
];
const divided = (question: string) => {
  const found = divideQuestion(question, titles, ['en']);
  return found && [...found.things.map((thing) => thing.question), found.measure, found.isComparison];
};

test('divides a question for several things, and finds out what is compared', () => {
  const area = (one: string, other: string) => [`area ${one}`, `area ${other}`, 'area', true];
  assert.deepEqual(divided('which is bigger, Japan or Nigeria?'), area('Japan', 'Nigeria'));
  assert.deepEqual(divided('Is Japan as big as the USA?'), area('Japan', 'United States'));
  assert.deepEqual(divided('Who has more people, Japan or Nigeria?'), [
    ...['population Japan', 'population Nigeria', 'population', true],
  ]);
  assert.deepEqual(divided('japan vs nigeria gdp'), ['gdp Japan', 'gdp Nigeria', null, true]);
  assert.deepEqual(divided('capital of Japan and Nigeria'), [
    ...['capital of Japan', 'capital of Nigeria', null, false],
  ]);
});

test('understands comparisons in the languages of the tables', () => {
  const asked = [
    'Welches Land ist größer, Frankreich oder Spanien?',
    "Quel pays est le plus grand, la France ou l'Espagne ?",
    '¿Qué país es más grande, Francia o España?',
    'È più grande la Francia o la Spagna?',
    'Qual é maior, França ou Espanha?',
    'Wat is groter, Frankrijk of Spanje?',
    'Что больше, Франция или Испания?',
    'أيهما أكبر، فرنسا أم إسبانيا؟',
    'フランスとスペインはどちらが大きいですか',
    '法国和西班牙哪个更大？',
  ];
  for (const question of asked) {
    assert.deepEqual(divided(question), ['area France', 'area Spain', 'area', true], question);
  }
});

test('does not divide what belongs together', () => {
  for (const question of ['Is New York bigger?', 'population of Japan', 'Did Japan attack Nigeria?', 'what?'])
    assert.equal(divided(question), null, question);
});
