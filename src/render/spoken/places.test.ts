import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '../../markup/markdown.ts';
import { toSpeech } from '../speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(toSpeech(parseMarkdown(markdown, 3), language), expected);
}

test('says American addresses', () => {
  says('en', {
    'At 1428 Elm St, Denver, CO 80202.': 'At fourteen twenty-eight Elm Street, Denver, Colorado 8 0 2 0 2.',
    'Go to 77 W 5th Ave. Then ask Dr. Who on Highland Dr.':
      'Go to 77 West fifth Avenue. Then ask Doctor Who on Highland Drive.',
    'St. Louis, MO; THIS, OR THAT; Yes, OK.': 'Saint Louis, Missouri; THIS, OR THAT; Yes, OK.',
  });
});

test('says numbered streets with their directions, and ends a sentence only if another one follows', () => {
  says('en', {
    'On N 5th Ave. She went.': 'On North fifth Avenue. She went.',
    'On 5th St. she went': 'On fifth Street she went.',
    'On 5th Ave. N is it.': 'On fifth Avenue North is it.',
    'At 12 N Elm St. W, there': 'At 12 North Elm Street West, there.',
    'At 1234 Elm Ave. we met. At 900 Oak Rd. Then so.':
      'At twelve thirty-four Elm Avenue we met. At nine hundred Oak Road. Then so.',
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

test('says numbers that are dialled digit by digit', () => {
  says('en', {
    'Call 911 or 555-1234, ext. 89; 1-800-FLOWERS':
      'Call 9 1 1 or 5 5 5, 1 2 3 4, extension 8 9; 1, 8 0 0, FLOWERS.',
    'a card ending in 1234; 200-1500 people': 'a card ending in 1 2 3 4; 200 to fifteen hundred people.',
  });
  says('de', { 'Tel. 030/901820, Notruf 112': 'Telefon 0 3 0, 9 0 1 8 2 0, Notruf 1 1 2.' });
  says('pt', { '(11) 91234-5678': '1 1, 9 1 2 3 4, 5 6 7 8.' });
});

test('speaks days without a year, and names with the titles before them', () => {
  says('de', {
    'vom 3.-5. Mai und am 3.10. früh, Python 3.10.': 'vom 3. bis 5. Mai und am 3. Oktober früh, Python 3.10.',
  });
  says('fr', {
    'M. Dupont et Me Roux à St-Malo': 'monsieur Dupont et maître Roux à Saint-Malo.',
  });
  says('es', {
    'Llame al 912 345 678. Hay 912 345 678 personas.':
      'Llame al 9 1 2, 3 4 5, 6 7 8. Hay 912345678 personas.',
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
  says('es', { 'a las 14h30': 'a las 14:30.' });
});

test('speaks suffixes of names without ending the sentence', () => {
  says('en', {
    'Apple Inc. CEO Tim Cook met Ms. Lee. It was Apple Inc. The end.':
      'Apple Incorporated CEO Tim Cook met Miz Lee. It was Apple Incorporated. The end.',
    'Jan. 2021 and the 2010s': 'January twenty twenty-one and the twenty tens.',
  });
});
