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
      60_000,
      piece,
    );
});
