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
    '1984': 'neunzehnhundertvierundachtzig.',
    '2024': '2024.',
    'am 3. Mai 2024': 'am 3. Mai 2024.',
    'am 03.05.2024': 'am 3. Mai 2024.',
    '1/2 Liter': 'einhalb Liter.',
    '3/4 kg': '3 Viertel Kilogramm.',
    'um 14:30 Uhr': 'um 14 Uhr 30.',
    '5 €': '5 Euro.',
    '5,50 €': '5 Euro 50.',
    '1 €': '1 Euro.',
    '3 Mio. €': '3 Millionen Euro.',
    '2 Mrd.': '2 Milliarden.',
    '5 km/h': '5 Kilometer pro Stunde.',
    '20 °C': '20 Grad Celsius.',
    'z. B. so': 'zum Beispiel so.',
    'd. h. so': 'das heißt so.',
    'u. a. so': 'unter anderem so.',
    'usw.': 'und so weiter.',
    'bzw.': 'beziehungsweise.',
    'ca. 5': 'circa 5.',
    'Nr. 5': 'Nummer 5.',
    'Dr. Müller': 'Doktor Müller.',
    'Str. 5': 'Straße 5.',
    '1.000': '1.000.',
    '1,5': '1,5.',
    'im 3. Stock': 'im 3. Stock.',
    '5 %': '5 %.',
    '5–7 Tage': '5 bis 7 Tage.',
    '3 x 4': '3 mal 4.',
    '10 m²': '10 Quadratmeter.',
    '½': 'einhalb.',
    '1 1/2': '1 einhalb.',
    'S. 5': 'Seite 5.',
    '§ 5 Abs. 3': 'Paragraf 5 Absatz 3.',
    'z.B.': 'zum Beispiel.',
    '5 kg': '5 Kilogramm.',
    '1 kg': '1 Kilogramm.',
    '5 Std.': '5 Stunden.',
    '5 Min.': '5 Minuten.',
  });
});

test('says each form of French alone as it is said', () => {
  says('fr', {
    '1984': '1984.',
    'le 3 mai 2024': 'le 3 mai 2024.',
    'le 1er mai': 'le premier mai.',
    '03/05/2024': '3 mai 2024.',
    'à 14h30': 'à 14 heures 30.',
    '14 h': '14 heures.',
    '5 €': '5 euros.',
    '5,50 €': '5 euros 50.',
    '1 €': '1 euro.',
    '20 °C': '20 degrés Celsius.',
    'n° 5': 'numéro 5.',
    'p. ex. ceci': 'par exemple ceci.',
    'M. Dupont': 'monsieur Dupont.',
    'Mme Curie': 'madame Curie.',
    'Dr Who': 'docteur Who.',
    '1/2': 'un demi.',
    '3/4 de litre': '3 quarts de litre.',
    '5 km/h': '5 kilomètres-heure.',
    '5 %': '5 %.',
    '1 000': '1 000.',
    '1,5': '1,5.',
    '3 M€': "3 millions d'euros.",
    '2 Md€': "2 milliards d'euros.",
    'de 5 à 7': 'de 5 à 7.',
    '5-7 jours': '5 à 7 jours.',
    '5 kg': '5 kilos.',
    '1 kg': '1 kilo.',
    'etc.': 'et cetera.',
    '5e': 'cinquième.',
    '1re': 'première.',
  });
});

test('says each form of Spanish alone as it is said', () => {
  says('es', {
    '1984': '1984.',
    'el 3 de mayo de 2024': 'el 3 de mayo de 2024.',
    '03/05/2024': '3 de mayo de 2024.',
    'el 1 de mayo': 'el 1 de mayo.',
    'a las 14:30': 'a las 14:30.',
    '5 €': '5 euros.',
    '5,50 €': '5 euros con 50.',
    '1 €': '1 euro.',
    '20 °C': '20 grados Celsius.',
    'n.º 5': 'número 5.',
    'núm. 5': 'número 5.',
    'p. ej. esto': 'por ejemplo esto.',
    'Sr. López': 'señor López.',
    'Sra. López': 'señora López.',
    'Dr. López': 'doctor López.',
    'EE. UU.': 'Estados Unidos.',
    '1/2': 'medio.',
    '3/4 de kilo': '3 cuartos de kilo.',
    '5 km/h': '5 kilómetros por hora.',
    '5 %': '5 %.',
    '1.000': '1.000.',
    '1,5': '1,5.',
    '3 M€': '3 millones de euros.',
    '5-7 días': '5 a 7 días.',
    '5 kg': '5 kilos.',
    '1 kg': '1 kilo.',
    'etc.': 'etcétera.',
    '3.º': 'tercero.',
    '3ª': 'tercera.',
  });
});

test('says each form of Portuguese alone as it is said', () => {
  says('pt', {
    '1984': '1984.',
    '3 de maio de 2024': '3 de maio de 2024.',
    '03/05/2024': '3 de maio de 2024.',
    'às 14h30': 'às 14 horas e 30.',
    'R$ 5': '5 reais.',
    'R$ 5,50': '5 reais e 50 centavos.',
    '5 €': '5 euros.',
    '20 °C': '20 graus Celsius.',
    'n.º 5': 'número 5.',
    'p. ex. isto': 'por exemplo isto.',
    'Sr. Silva': 'senhor Silva.',
    'Sra. Silva': 'senhora Silva.',
    'Dr. Silva': 'doutor Silva.',
    '1/2': 'meio.',
    '3/4 de litro': '3 quartos de litro.',
    '5 km/h': '5 quilômetros por hora.',
    '5 %': '5 %.',
    '1.000': '1.000.',
    '1,5': '1,5.',
    '5-7 dias': '5 a 7 dias.',
    '5 kg': '5 quilos.',
    '1 kg': '1 quilo.',
    'etc.': 'etcétera.',
    '3ª': 'terceira.',
  });
});

test('says each form of Italian alone as it is said', () => {
  says('it', {
    '1984': '1984.',
    'il 3 maggio 2024': 'il 3 maggio 2024.',
    '03/05/2024': '3 maggio 2024.',
    'il 1 maggio': 'il primo maggio.',
    'alle 14:30': 'alle 14 e 30.',
    '5 €': '5 euro.',
    '5,50 €': '5 euro e 50.',
    '1 €': '1 euro.',
    '20 °C': '20 gradi Celsius.',
    'n. 5': 'numero 5.',
    'ad es. questo': 'ad esempio questo.',
    'sig. Rossi': 'signor Rossi.',
    'dott. Rossi': 'dottor Rossi.',
    '1/2': 'mezzo.',
    '3/4 di litro': '3 quarti di litro.',
    '5 km/h': '5 chilometri orari.',
    '5 %': '5 %.',
    '1.000': '1.000.',
    '1,5': '1,5.',
    '5 kg': '5 chili.',
    '1 kg': '1 chilo.',
    'ecc.': 'eccetera.',
    '3ª': 'terza.',
  });
});
