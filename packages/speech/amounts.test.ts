import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected);
}

test('says a range of sums with its sign once, with its scale and its unit of payment', () => {
  says('en', {
    '$5-10, $1.2–1.5 billion, $5.50-6.50':
      '5 to ten dollars, 1.2 to one point five billion dollars, five dollars fifty cents to six ' +
      'dollars fifty cents.',
    '$-5, $5/month, $20/hr, a $20 bill, a $1.5-million service':
      'minus five dollars, five dollars per month, twenty dollars per hour, a twenty dollar bill, ' +
      'a one point five million dollar service.',
    'HK$8, 50 CAD, 20¢, ₦500':
      'eight Hong Kong dollars, fifty Canadian dollars, twenty cents, five hundred naira.',
  });
  says('pt', { 'R$ 5-10': '5 a 10 reais.' });
  says('fr', { 'de 20€50 à 5 €/nuit': 'de 20 euros 50 à 5 euros par nuit.' });
  says('de', {
    'Es kostet 5,- € oder 1 Mio. € für 1 Mio. Menschen.':
      'Es kostet 5 Euro oder 1 Million Euro für 1 Million Menschen.',
  });
});

test('says a fraction with its unit, and leaves fractions without a name alone', () => {
  says('en', {
    '1/2 kg, 2 1/2 lb, 3/4 mi': 'one half kilogram, 2 and a half pounds, 3 quarters of a mile.',
    '1/12, 1/1000, 2/3rds, 35/64': '1/12, 1/1000, 2/3rds, 35/64.',
    'rated 8.5/10 on 12/25, 9/11 and 24/7': 'rated 8.5 out of 10 on 12/25, 9/11 and 24 7.',
  });
  says('es', { '½ kg y 3/4 kg': 'medio kilo y 3 cuartos de kilo.' });
  says('fr', { '3/4 h': "3 quarts d'heure." });
  says('de', { '1/10 l': 'ein Zehntel Liter.' });
});

test('speaks units after large numbers, in quotients and in sizes', () => {
  says('en', {
    '150 million km at 9.8 m/s² with 1.5L':
      'one hundred and fifty million kilometers at nine point eight meters per second squared with ' +
      'one point five liters.',
    '10 m x 5 m, 6\'2", 1 ft 1 in, 3 sq ft':
      'ten meters by five meters, 6 feet 2 inches, 1 foot 1 inch, three square feet.',
    'ranked 5 in the world, a 5 km run': 'ranked 5 in the world, a five kilometer run.',
  });
  says('es', {
    '150 millones km a 20 ºC, 80 hab./km²':
      '150 millones de kilómetros a 20 grados Celsius, 80 habitantes por kilómetro cuadrado.',
  });
});

test('says powers, products and quotients', () => {
  says('en', {
    '2^53, 10⁶, 10^-3, x²':
      '2 to the power of 53, 10 to the power of 6, 10 to the power of minus 3, x squared.',
    '5 × 10^6, 3 × 4 = 12, 3 × 4 m, 10 / 2 = 5':
      '5 times 10 to the power of 6, 3 times 4 equals 12, 3 by four meters, 10 divided by 2 equals 5.',
  });
});

test('says numbers engines stumble over', () => {
  says('en', {
    'about .75 or .5%': 'about point seven five or point five percent.',
  });
  says('es', { '1 234 567 personas': '1234567 personas.' });
  says('fr', { '67 000 habitants': '67 000 habitants.' });
});

test('a price with more than two decimals has no cents', () => {
  says('en', { 'It costs $12.345.': 'It costs twelve point three four five dollars.' });
  says('de', { '12,345 €': '12,345 Euro.' });
});

test('whole thousands have the separator of the language, so that they are not read as a year', () => {
  says('de', { '1500 kg und 1234567 kg': '1.500 Kilogramm und 1.234.567 Kilogramm.' });
  says('fr', { '1500 kg': '1500 kilos.' });
});
