import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguage } from '../text/language.ts';
import { kindOf } from './kind.ts';
import { rankAnswers } from './rank-answers.ts';
import type { SelectedSource } from './source.ts';

function sourceOf(index: number, title: string, text: string): SelectedSource {
  const passages = [{ text, from: 0, to: text.length }];
  return { index, url: `https://example.org/${index}`, title, snippet: '', passages };
}

const lighthouse = sourceOf(
  1,
  'Lighthouse of Genoa',
  'The lighthouse of Genoa is a landmark of the city. The lighthouse was rebuilt in 1543 after a siege. ' +
    'Many ships pass the lighthouse every day.',
);

test('the sentence with the thing that is asked for comes first', () => {
  const { sentences } = rankAnswers('When was the lighthouse of Genoa rebuilt?', [lighthouse]);
  assert.match(sentences[0]?.text ?? '', /1543/);
});

test('the chances of all sentences and the chance of no answer sum to 1', () => {
  const { sentences, confidence } = rankAnswers('When was the lighthouse rebuilt?', [lighthouse]);
  const sum = sentences.reduce((all, { chance }) => all + chance, 0);
  assert.ok(Math.abs(sum - confidence) < 1e-9);
  assert.ok(confidence > 0 && confidence < 1);
});

test('sources about something else give less confidence', () => {
  const about = rankAnswers('When was the lighthouse of Genoa rebuilt?', [lighthouse]);
  const beside = rankAnswers('Who wrote the opera Aida?', [lighthouse]);
  assert.ok(beside.confidence < about.confidence);
});

test('without sentences there is no confidence', () => {
  assert.deepEqual(rankAnswers('Who?', []), { sentences: [], confidence: 0 });
});

test('question words say what kind of thing is asked for, in many languages', () => {
  const kinds = {
    'Who wrote it?': 'person',
    'Wo liegt Bern?': 'place',
    '¿Cuándo nació?': 'date',
    'Combien de pays ?': 'number',
    なぜ空は青いのですか: 'reason',
    'في أي عام حدث ذلك؟': 'date',
    'Is it so?': 'yesno',
    'axolotl habitat': 'other',
  };
  for (const [question, kind] of Object.entries(kinds))
    assert.equal(kindOf(question, detectLanguage(question)), kind, question);
});

test('in English, the words that ask in other languages ask for nothing; the last sentence asks', () => {
  const kinds = {
    'Kim Lee was born in Rome. When did she leave?': 'date',
    "I'd Come for You is a single by the band formed in what city?": 'name',
    'The coast was hit by a storm. How many people died?': 'number',
    'The bridge of Mr. Bell fell. What was the length of it?': 'number',
  };
  for (const [question, kind] of Object.entries(kinds)) assert.equal(kindOf(question, 'en'), kind, question);
});

test('of a long line without stops, the end can be quoted as well', () => {
  const line = `${'menu item '.repeat(60)}the lighthouse of Genoa was rebuilt in 1543`;
  const { sentences } = rankAnswers('When was the lighthouse of Genoa rebuilt?', [sourceOf(1, 'List', line)]);
  assert.match(sentences[0]?.text ?? '', /1543/);
});
