import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../../core/source.ts';
import { choosePassages } from './choose-passages.ts';

const sourceOf = (index: number, title: string, text: string): Source => ({
  ...{ index, title, url: `https://${index}.example/`, snippet: '' },
  passages: [{ text, from: 0, to: text.length }],
});
const FILLER =
  'Its mountains are high and its rivers are long, as travellers of every age have said. '.repeat(4);

test('the passage with the rarest words of the question comes first, and at most three are chosen', () => {
  const text = `${FILLER}The population of Peru was 30 million. ${FILLER}Peru is old. ${FILLER}Peru is wide. ${FILLER}`;
  const { passages } = choosePassages('What is the population of Peru?', [sourceOf(1, 'Peru', text)]);
  assert.match(passages[0]?.text ?? '', /population of Peru/);
  assert.equal(passages.length, 3);
  for (const passage of passages) assert.ok(passage.text.length <= 400);
});

test('nothing is chosen if no sentence has a word of the question', () => {
  assert.deepEqual(choosePassages('How do I bake bread?', [sourceOf(1, 'Peru', FILLER)]).passages, []);
  assert.deepEqual(choosePassages('', [sourceOf(1, 'Peru', FILLER)]).passages, []);
  assert.deepEqual(choosePassages('Peru', []).passages, []);
});

test('a misspelled word finds the passage of the word that it means', () => {
  const sources = [
    sourceOf(1, 'Ethiopia', `${FILLER}The currency is the birr. The population was 99,465,819.`),
  ];
  const { passages, terms } = choosePassages('poulation of etiopia', sources);
  assert.match(passages[0]?.text ?? '', /99,465,819/);
  assert.ok(terms.includes('population'), terms.join());
});

test('a passage has the heading above it, and never sentences of two passages', () => {
  const source = sourceOf(1, 'Shop', 'Opening hours\n\nWe open at nine.');
  const two = { ...source, passages: [...source.passages, { text: 'We close at six.', from: 90, to: 106 }] };
  const { passages } = choosePassages('When do you open?', [two]);
  assert.deepEqual(
    passages.map(({ heading, text }) => [heading, text]),
    [['', 'Opening hours We open at nine.']],
  );
});
