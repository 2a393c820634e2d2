import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import fc from './../../test/support/properties.ts';
import { assertProportional } from './../../test/support/proportional.ts';
import { english, french, german, italian, portuguese, spanish } from './languages.ts';
import { tokensToSpeech } from './speech.ts';

const RESIDUE = /[*_`~#|<>[\]{}\\^]|https?:\/\/|&#?\w+;|【/;

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected);
}

test('says English sums, dates, times, units and numerals', () => {
  says('en-GB', {
    'In 1905 it cost $1.5M vs. £3.20 on 2024-05-01.':
      'In nineteen oh five it cost one point five million dollars versus three pounds twenty pence ' +
      'on May first, twenty twenty-four.',
    'At 5 °C, i.e. 41 °F, 12kg for 3–5 days at 10 km/h.':
      'At five degrees Celsius, that is forty-one degrees Fahrenheit, twelve kilograms for 3 to 5 ' +
      'days at ten kilometers per hour.',
    'At 5pm, or call (212) 555-0100.': 'At 5 PM, or call 2 1 2, 5 5 5, 0 1 0 0.',
    'World War II, the 1990s, the 21st century.':
      'World War II, the nineteen nineties, the twenty-first century.',
    '1/2 or ½ or 3½; ±5; A → B; R&D; ~50%':
      'one half or one half or 3 and a half; plus or minus 5; A to B; R and D; about 50%.',
    'COVID-19, Boeing 747-400, RTX 4090 and C++.': 'COVID-19, Boeing 747-400, RTX 4090 and C++.',
    'That may 25 of them do.': 'That may 25 of them do.',
    'Write to me@a.example or see https://a.example/b.': 'Write to me at a dot example or see a dot example.',
  });
});

test('says Spanish as it is said', () => {
  says('es', {
    'El 25/07/2012 costó 20,50 €, p. ej. 3 millones de euros o $5 millones.':
      'El 25 de julio de 2012 costó 20 euros con 50, por ejemplo 3 millones de euros o 5 millones ' +
      'de dólares.',
    'A 120 km/h y 20 °C; de 3-5 kg en EE. UU.':
      'A 120 kilómetros por hora y 20 grados Celsius; de 3 a 5 kilos en ' + 'Estados Unidos.',
    '3/4 de taza y ½ litro': '3 cuartos de taza y medio litro.',
    '```\nx\n```': 'Ejemplo de código.',
  });
});

test('says German as it is said', () => {
  says('de', {
    'Am 25.07.2012 kostete es z. B. 20,50 € bzw. 3 Mio. Euro, 4 Mrd. €.':
      'Am 25. Juli 2012 kostete es zum Beispiel 20 Euro 50 beziehungsweise 3 Millionen Euro, 4 ' +
      'Milliarden Euro.',
    'Seit 1976 um 14:30 Uhr bei 20 °C, ca. 3-5 kg und 120 km/h, d. h. schnell.':
      'Seit neunzehnhundertsechsundsiebzig um 14 Uhr 30 bei 20 Grad Celsius, circa 3 bis 5 ' +
      'Kilogramm und 120 Kilometer pro Stunde, das heißt schnell.',
    'Äpfel, Birnen usw. Danach 1.500 kg auf 5 m².':
      'Äpfel, Birnen und so weiter. Danach 1.500 Kilogramm auf 5 Quadratmeter.',
    '- [x] Fertig': 'Erledigt: Fertig.',
  });
});

test('says French as it is said', () => {
  says('fr', {
    'Le 25/07/2012, 20,50 € et 3 M€, p. ex. à 14h30.':
      "Le 25 juillet 2012, 20 euros 50 et 3 millions d'euros, par exemple à 14 heures 30.",
    '1,5 L, n° 5, 20 °C, 3-5 kg.': '1,5 litre, numéro 5, 20 degrés Celsius, 3 à 5 kilos.',
  });
});

test('says Portuguese as it is said', () => {
  says('pt-BR', {
    'Em 25/07/2012 custou R$ 20,50, p. ex. R$ 3 milhões.':
      'Em 25 de julho de 2012 custou 20 reais e 50 centavos, por exemplo 3 milhões de reais.',
    '120 km/h, 20 °C, 3-5 kg.': '120 quilômetros por hora, 20 graus Celsius, 3 a 5 quilos.',
  });
});

test('says Italian as it is said', () => {
  says('it', {
    'Il 25/07/2012 costava 20,50 €, ad es. 3 milioni di euro, 5 mln €.':
      'Il 25 luglio 2012 costava 20 euro e 50, ad esempio 3 milioni di euro, 5 milioni di euro.',
    'Alle 14:30, 120 km/h, 20 °C.': 'Alle 14 e 30, 120 chilometri orari, 20 gradi Celsius.',
  });
});

test('adds no words in a language without rules', () => {
  for (const language of ['ja', 'ar', 'pl', 'und', '']) {
    says(language, {
      '```\nx\n```': '',
      '- [x] 完了': '完了。',
      'W 2012-07-25: 5 zł & 10 km/h, ½, **https://a.pl/x**': 'W 2012-07-25: 5 zł & 10 km/h, ½, a.pl.',
    });
  }
});

test('says formulas in words and sums of dollars as sums', () => {
  says('en', {
    '$E = mc^2$ and \\(\\frac{a}{b}\\)': 'E equals mc squared and a over b.',
    'From $5 to $10, $a_1*b_1*c$': 'From five dollars to ten dollars, a 1 b 1 c.',
  });
  says('und', { '$E = mc^2$': 'E mc 2.' });
});

test('omits citations in every notation and link definitions, and speaks notes once', () => {
  says('en', {
    'One [1, 2] two【3†source】 three[^1] four [1-3].': 'One two three four.',
    'Text¹ and m².\n\n[^1]: A note.\n\n[a]: https://a.example "T"': 'Text and m². A note.',
  });
});

test('says a cell that holds a tick or a cross', () => {
  says('en', { '| A | B |\n|---|---|\n| x | ✅ |\n| y | ❌ |': 'A: x. B: yes. A: y. B: no.' });
});

test('leaves no markup for any text and language', () => {
  const signs =
    '$ 1 . , - / : [ ] < > & ~ * _ ` # \\( \\) ^ = ½ km XX Jan p.m. → ¹ 【 { } | @a.b https:// № % Dr.';
  const pieces = fc.constantFrom(...signs.split(' '), ' ', '\n');
  const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
  const language = fc.constantFrom('en', 'es', 'de', 'fr', 'pt', 'it', 'ja', 'und');
  const run = fc.property(text, language, (markdown, tag) => {
    const speech = tokensToSpeech(parseMarkdown(markdown, 1), tag);
    assert.doesNotMatch(speech, RESIDUE);
    assert.doesNotMatch(speech, /^ | $| {2}|[\n\r\t]/);
  });
  fc.assert(run, { numRuns: 120 });
});

test('every sign of a language has a rule that speaks it', () => {
  for (const { code, signs } of [german, english, spanish, french, italian, portuguese])
    for (const [sign, word] of Object.entries(signs)) {
      const samples = [`a ${sign} b`, `at ${sign}5`, `2 ${sign} 3`, `8 / 2 ${sign} 4`, `a .5${sign}`];
      const texts = samples.map((sample) => tokensToSpeech(parseMarkdown(`${sample} x`, 0), code));
      assert.ok(
        texts.some((text) => text.includes(` ${word} `)),
        `${code} ${sign} in ${texts.join(' | ')}`,
      );
    }
});

test('takes time in proportion to the text', async () => {
  for (const piece of [
    ...['1.', '1-', '$1', '1,000', '1/2', '12:30', '+1 123-', '<!-- ', '[1,', 'abcd¹', '&a;', 'may 1 '],
    ...['10^', '1 000 ', '$5-', '<sup>1</sup>', '[1], ', '(Source 1, 2', '5 million '],
  ])
    await assertProportional(
      (chars) => tokensToSpeech(parseMarkdown(piece.repeat(chars / piece.length), 1), 'en'),
      20_000,
      piece,
    );
});

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
    'Gestern, so sagt Fr. Müller': 'Gestern, so sagt Frau Müller.',
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
    'It hit Wall No. 5': 'It hit Wall number 5.',
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

test('a price with more than two decimals has no cents', () => {
  says('en', { 'It costs $12.345.': 'It costs twelve point three four five dollars.' });
  says('de', { '12,345 €': '12,345 Euro.' });
});

test('whole thousands have the separator of the language, so that they are not read as a year', () => {
  says('de', { '1500 kg und 1234567 kg': '1.500 Kilogramm und 1.234.567 Kilogramm.' });
  says('fr', { '1500 kg': '1500 kilos.' });
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

/** Texts that are spoken as written. */
function leaves(language: string, texts: readonly string[]): void {
  says(language, Object.fromEntries(texts.map((text) => [text, text])));
}

test('does not change scores, sizes, seasons, issues, days and networks with a slash', () => {
  leaves('en', [
    '32/64 bit and 15/20 points in 6/8 time.',
    'Expedition 32/33, the 2/12th (London) Battalion.',
    '5/12: A concert.',
    'Slide 1 of 14 13/14, Bus 24 7/365, 0:00/1:09.',
    'A block 0/15.',
  ]);
  leaves('de', ['Größe 43/44, Heft 1/20, ein 08/15 Modell.', '+49 (0)40/49 07 11.']);
  says('en', {
    '5/16 of an inch, 3 5/2': '5/16 of an inch, 3 5/2.',
    'a 2/3 majority and 1/12th of it': 'a 2 thirds majority and 1/12th of it.',
  });
  says('fr', { '1/20 du total, 16/17 ans': '1/20 du total, 16/17 ans.' });
});

test('does not treat an amount, year or page as a telephone number', () => {
  leaves('en', ['I call 1000 users.', 'The card 5 10 15 20.']);
  says('en', {
    'Call 555-0199 or 1-800-FLOWERS. For 200-1500 people':
      'Call 555-0199 or 1-800-FLOWERS. For 200 to fifteen hundred people.',
    'Tang (618-1279), 768-1023 px':
      'Tang (618 to twelve seventy-nine), seven hundred and sixty-eight to one thousand and twenty-three pixels.',
    'Science (1998) 245-267': 'Science (nineteen ninety-eight) 245 to 267.',
    'won 1958 1962 1970 1994':
      'won nineteen fifty-eight nineteen sixty-two nineteen seventy nineteen ninety-four.',
  });
  leaves('de', ['Unter der 100 Euro Marke.']);
  says('es', { 'Ley número 15/2020; son 650 000 000.': 'Ley número 15/2020; son 650000000.' });
});

test('does not treat a unit, code or initials as a word', () => {
  leaves('en', ['Order ID 12345.', 'Mean, SD and median.', 'Methane, CO, and CO2.', 'Peter, OR nurse.']);
  leaves('en', ['Commit 81663cc at 16.13W, (note).05.', 'The ninth Cir. ruled.', 'A run of 5\'30".']);
  says('en', {
    '48° 51′ 30″': 'forty-eight degrees 51′ 30″.',
    'a $5 million over it, a $5 bill': 'a five million dollars over it, a five dollar bill.',
    'a-b@1.0.2-beta or a-b@c.com': 'a-b at 1 dot 0 dot 2-beta or a dash b at c dot com.',
    'req->type and A -> B': 'req- type and A to B.',
    'est. 1,075 acres, est. 1990': 'estimated 1,075 acres, established nineteen ninety.',
  });
  leaves('de', ['INR 2,5.', 'Mo.-Fr. Schule.']);
});

test('distinguishes stops, saints, streets and minutes', () => {
  says('en', {
    'He lived on Baker St. The service is on Elm Dr.': 'He lived on Baker St. The service is on Elm Dr.',
    'At 28 Elm St. Boston': 'At 28 Elm St. Boston.',
    'Wall St. Journal, the 3rd St. Louis team': 'Wall St. Journal, the third Saint Louis team.',
    '12 min. 40 sec. 5 times': 'twelve minutes forty seconds 5 times.',
  });
  says('de', { '20 min. Dann 5 min. Pause': '20 Minuten. Dann 5 Minuten Pause.' });
  says('fr', {
    '20 min. Puis 3 h 20 min': '20 minutes. Puis 3 heures 20 minutes.',
    '50 av. Jésus-Christ, Me Too': '50 avant Jésus-Christ, Me Too.',
  });
  says('it', { '130 km/h 30 minuti': '130 chilometri orari 30 minuti.' });
});

test('says verses, powers and comparisons', () => {
  leaves('en', ['Verse 2:5 and verse 3:1.']);
  leaves('de', ['Johannes 3:5.']);
  says('en', {
    'a² = 4, 2^10 = 1024, §§ 1-5': 'a squared equals 4, 2 to the power of 10 equals 1024, sections 1 to 5.',
    'E=mc^2, p < .05, r = .85':
      'E equals mc squared, p less than point zero five, r equals point eight five.',
  });
});
