import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected, markdown);
}

test('the stop of an abbreviation also ends a sentence if the next one begins after it', () => {
  says('en', {
    'It closed etc. Then it opened.': 'It closed et cetera. Then it opened.',
    'It closed etc. “Then” it opened.': 'It closed et cetera. “Then” it opened.',
    'It has apples etc. and pears': 'It has apples et cetera and pears.',
    'Smith & Co. Then Bob': 'Smith and Company. Then Bob.',
    'Smith & Co. is old': 'Smith and Company is old.',
    'It took 20 min. The end.': 'It took twenty minutes. The end.',
    'He won vs. John': 'He won versus John.',
  });
  says('de', {
    'Es dauert 20 Min. Danach geht es': 'Es dauert 20 Minuten. Danach geht es.',
    'Es dauert 20 Min. Zeit': 'Es dauert 20 Minuten Zeit.',
  });
});

test('a form with another meaning stays as it is', () => {
  says('de', {
    'Mo. bis Fr. geöffnet': 'Mo. bis Fr. geöffnet.',
    'am Fr. um 5': 'am Fr. um 5.',
    'Fr. Müller kam': 'Frau Müller kam.',
  });
  says('fr', {
    'le mouvement Me Too est là': 'le mouvement Me Too est là.',
    'Me Toole est là': 'maître Toole est là.',
    'Me Dupont et Me Too': 'maître Dupont et Me Too.',
  });
  says('en', {
    'Sr. Lopez came': 'Sr. Lopez came.',
    'King Sr. Smith came': 'King Senior Smith came.',
    'In Wall St. today': 'In Wall St. today.',
  });
});

test('a sign whose meaning the word before it has already said is left out', () => {
  says('de', { 'etwa ~50 Leute': 'etwa 50 Leute.', '~50 Leute': 'ungefähr 50 Leute.' });
  says('fr', { 'environ ~50 mots': 'environ 50 mots.' });
});

test('a number next to an abbreviation is a word of its own', () => {
  says('en', { 'No.5 and No. 6': 'number 5 and number 6.' });
  says('de', { 'z.B. hier und z. B. dort': 'zum Beispiel hier und zum Beispiel dort.' });
});
