import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected);
}

test('says numbered streets with their directions, and ends a sentence only if another one follows', () => {
  says('en', {
    'See 5th St. Peter': 'See fifth Saint Peter.',
  });
});

test('says German days, and ends a sentence only if a capital follows the stop', () => {
  says('de', {
    'Wir kommen (am 5.4.) Anna auch.': 'Wir kommen (am 5. April) Anna auch.',
    'Wir kommen am 05.04. Anna auch.': 'Wir kommen am 5. April. Anna auch.',
    'Am 5.4. kommt sie, am 32.4. nie, am 5.13. nie.': 'Am 5. April kommt sie, am 32.4. nie, am 5.13. nie.',
    'Am 31.12. ist Schluss': 'Am 31. Dezember ist Schluss.',
  });
});

test('speaks days without a year, and names with the titles before them', () => {
  says('de', {
    'vom 3.-5. Mai und am 3.10. früh, Python 3.10.': 'vom 3. bis 5. Mai und am 3. Oktober früh, Python 3.10.',
  });
  says('fr', {
    'M. Dupont et Me Roux à St-Malo': 'monsieur Dupont et maître Roux à Saint-Malo.',
  });
});

test('says all marks of a mail address', () => {
  says('en', { 'jane_roe-x@web.net': 'jane underscore roe dash x at web dot net.' });
  says('fr', { 'a_b@c.fr': 'a tiret bas b arobase c point fr.' });
});

test('says times as people do', () => {
  says('en', {
    '3:05, 13:00, 9 a.m.–5 p.m., 2:1': '3 oh 5, 13 hundred, 9 AM to 5 PM, 2 to 1.',
    'John 3:1': 'John 3:1.',
  });
  says('de', { 'um 14.30 Uhr, 2:1': 'um 14 Uhr 30, 2 zu 1.' });
  says('fr', { 'de 9h à 17h, à 1h': 'de 9 heures à 17 heures, à 1 heure.' });
  says('it', { 'alle 14.30': 'alle 14 e 30.' });
  says('es', {
    'a las 14h30': 'a las 14:30.',
    'a las 3 p. m. y a las 10 p. m.': 'a las 3 de la tarde y a las 10 de la noche.',
    'a las 12 a. m. y a las 9 a. m.': 'a las 12 de la noche y a las 9 de la mañana.',
  });
  says('pt', { 'às 3 PM e às 10 PM': 'às 3 da tarde e às 10 da noite.' });
});

test('speaks suffixes of names without ending the sentence', () => {
  says('en', {
    'Apple Inc. CEO Tim Cook met Ms. Lee. It was Apple Inc. The end.':
      'Apple Incorporated CEO Tim Cook met Miz Lee. It was Apple Incorporated. The end.',
    'Jan. 2021 and the 2010s': 'January twenty twenty-one and the twenty tens.',
  });
});
