import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDefinition } from './definition.ts';
import { createTerms, toPlainWords } from './terms.ts';

function defines(text: string, question: string): boolean {
  const [terms, words] = [createTerms(question), toPlainWords(text)];
  return isDefinition(words, terms.places(words), terms.count);
}

test('finds the sentence that joins the name and what it is, in the languages people ask in', () => {
  for (const [text, subject] of [
    ['Ada King, Countess of Lovelace (1815–1852), was an English writer.', 'Ada Lovelace'],
    ['Berlin ist die Hauptstadt von Deutschland.', 'Berlin'],
    ['Lyon est une commune de France.', 'Lyon'],
    ['Lima es la capital del Perú.', 'Lima'],
  ] as const)
    assert.ok(defines(text, subject), text);
});

test('"is built", and a sentence that begins with something else, define nothing', () => {
  assert.ok(!defines('Gyro is built to run anywhere.', 'Gyro'));
  assert.ok(!defines('A plugin for Gyro is a plugin.', 'Gyro'));
});
