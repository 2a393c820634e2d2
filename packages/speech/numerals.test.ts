import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected);
}

test('speaks ordinals of any size in words', () => {
  says('en', {
    'The 100th, the 121st and the 1,000th; 45TH.':
      'The one hundredth, the one hundred twenty-first and the one thousandth; forty-fifth.',
    'The 11st is a slip.': 'The 11st is a slip.',
  });
  says('es', {
    'el 1.º, la 3ª planta, el 3er piso y la 25.ª':
      'el primero, la tercera planta, el tercer piso y la vigésima quinta.',
  });
  says('pt', { 'o 1º lugar, a 21.ª vez': 'o primeiro lugar, a vigésima primeira vez.' });
  says('it', {
    'il 3° posto e la 23ª edizione a 20 °C': 'il terzo posto e la ventitreesima edizione a 20 gradi Celsius.',
    '40° nord, da 20° a 30°': '40 gradi nord, da 20 gradi a 30 gradi.',
  });
  says('fr', {
    'le 1er, la 1re, le 2e, le 21e et le 80ème':
      'le premier, la première, le deuxième, le vingt et unième et le quatre-vingtième.',
    'le 71e et le 99e': 'le soixante et onzième et le quatre-vingt-dix-neuvième.',
  });
});
