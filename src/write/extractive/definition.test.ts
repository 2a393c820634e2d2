import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem, toWords } from '../../lib/text/words.ts';
import { isDefinition } from './definition.ts';

const defines = (text: string, ...terms: string[]) => isDefinition(toWords(text), terms.map(stem));

test('finds the sentence that joins the name and what it is, in the languages people ask in', () => {
  for (const [text, ...terms] of [
    ['Ada King, Countess of Lovelace (1815–1852), was an English writer.', 'ada', 'lovelace'],
    ['Berlin ist die Hauptstadt von Deutschland.', 'berlin'],
    ['Lyon est une commune de France.', 'lyon'],
    ['Lima es la capital del Perú.', 'lima'],
    ['東京は日本の首都です。', '東京'],
    ['北京是中国的首都。', '北京'],
  ] as const)
    assert.ok(defines(text, ...terms), text);
});

test('"is built", and a sentence that begins with something else, define nothing', () => {
  assert.ok(!defines('Gyro is built to run anywhere.', 'gyro'));
  assert.ok(!defines('A plugin for Gyro is a plugin.', 'gyro'));
});
