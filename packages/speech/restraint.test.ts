import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 0), language), expected);
}

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

test('distinguishes degrees from ordinals with a raised letter', () => {
  leaves('es', ['Un ángulo de 45º.', 'A 25º C.', '40º norte.']);
  leaves('pt', ['Um giro de 90º.']);
  says('es', { 'el 1º piso y el 2º': 'el primer piso y el segundo.' });
  says('it', {
    "un angolo di 45° rispetto, 40° all'ombra": "un angolo di 45 gradi rispetto, 40 gradi all'ombra.",
  });
});

test('keeps names that are also months', () => {
  says('de', {
    'im Jänner 2013, am 1. Jänner, im Jan. 2013': 'im Jänner 2013, am 1. Jänner, im Januar 2013.',
  });
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
