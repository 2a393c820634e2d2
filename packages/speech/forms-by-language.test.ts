import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { english, french, german, italian, portuguese, spanish } from './languages.ts';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected, markdown);
}

test('an abbreviation means something else before a year only if its language says so', () => {
  for (const locale of [english, french, german, italian, portuguese, spanish]) {
    for (const [form, words] of Object.entries(locale.beforeNumber)) {
      const [, said] = tokensToSpeech(parseMarkdown(`x ${form} 1990`, 0), locale.code).split(/^x /);
      assert.ok(said?.startsWith(locale.beforeYear?.[form] ?? words), `${form} 1990: ${said}`);
    }
  }
});

test('a sign whose meaning the word before it has already said is left out', () => {
  says('de', { 'etwa ~50 Leute': 'etwa 50 Leute.', '~50 Leute': 'ungefähr 50 Leute.' });
  says('fr', { 'environ ~50 mots': 'environ 50 mots.' });
  says('es', { 'cerca de ~50 casas': 'cerca de 50 casas.' });
  says('it', { 'circa ~50 case': 'circa 50 case.' });
  says('pt', { 'cerca de ~50 casas': 'cerca de 50 casas.' });
});

test('says each form of German alone as it is said', () => {
  says('de', {
    '1066': '1066.',
    'am 3. Mai 2024': 'am 3. Mai 2024.',
    '3/4 kg': '3 Viertel Kilogramm.',
    '5,50 €': '5 Euro 50.',
    '2 Mrd.': '2 Milliarden.',
    'z. B. so': 'zum Beispiel so.',
    'usw.': 'und so weiter.',
    'Nr. 5': 'Nummer 5.',
    '1.000': '1.000.',
    '5 %': '5 %.',
    '10 m²': '10 Quadratmeter.',
    'S. 5': 'Seite 5.',
    '5 kg': '5 Kilogramm.',
    '5 Min.': '5 Minuten.',
  });
});

test('says each form of French alone as it is said', () => {
  says('fr', {
    '1984': '1984.',
    '03/05/2024': '3 mai 2024.',
    '5 €': '5 euros.',
    '20 °C': '20 degrés Celsius.',
    'M. Dupont': 'monsieur Dupont.',
    '1/2': 'un demi.',
    '5 %': '5 %.',
    '3 M€': "3 millions d'euros.",
    '5-7 jours': '5 à 7 jours.',
    'etc.': 'et cetera.',
  });
});

test('says each form of Spanish alone as it is said', () => {
  says('es', {
    '1984': '1984.',
    'el 1 de mayo': 'el 1 de mayo.',
    '5,50 €': '5 euros con 50.',
    'n.º 5': 'número 5.',
    'Sr. López': 'señor López.',
    'EE. UU.': 'Estados Unidos.',
    '5 km/h': '5 kilómetros por hora.',
    '1,5': '1,5.',
    '5 kg': '5 kilos.',
    '3.º': 'tercero.',
  });
});

test('says each form of Portuguese alone as it is said', () => {
  says('pt', {
    '1984': '1984.',
    'às 14h30': 'às 14 horas e 30.',
    '5 €': '5 euros.',
    'p. ex. isto': 'por exemplo isto.',
    'Dr. Silva': 'doutor Silva.',
    '5 km/h': '5 quilômetros por hora.',
    '1,5': '1,5.',
    '1 kg': '1 quilo.',
  });
});

test('says each form of Italian alone as it is said', () => {
  says('it', {
    '1984': '1984.',
    'il 1 maggio': 'il primo maggio.',
    '5,50 €': '5 euro e 50.',
    'n. 5': 'numero 5.',
    'dott. Rossi': 'dottor Rossi.',
    '5 km/h': '5 chilometri orari.',
    '1,5': '1,5.',
    'ecc.': 'eccetera.',
  });
});
