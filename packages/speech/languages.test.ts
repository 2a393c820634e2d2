import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  englishNumber,
  englishOrdinal,
  englishYear,
  frenchOrdinal,
  germanYear,
  italianOrdinal,
  portugueseOrdinal,
  spanishOrdinal,
} from './languages.ts';

type Say = (number: number) => string | null;

/** The numbers at which a language changes its way of counting. */
const NUMBERS = [
  1, 2, 3, 7, 8, 9, 10, 11, 16, 17, 19, 20, 21, 28, 30, 33, 61, 70, 71, 79, 80, 81, 90, 91, 99,
];

const WORDS: Readonly<Record<string, readonly [Say, string]>> = {
  French: [
    frenchOrdinal,
    `premier,deuxième,troisième,septième,huitième,neuvième,dixième,onzième,seizième,dix-septième,
    dix-neuvième,vingtième,vingt et unième,vingt-huitième,trentième,trente-troisième,soixante et unième,
    soixante-dixième,soixante et onzième,soixante-dix-neuvième,quatre-vingtième,quatre-vingt-unième,
    quatre-vingt-dixième,quatre-vingt-onzième,quatre-vingt-dix-neuvième`,
  ],
  Spanish: [
    spanishOrdinal,
    `primero,segundo,tercero,séptimo,octavo,noveno,décimo,undécimo,decimosexto,decimoséptimo,decimonoveno,
    vigésimo,vigésimo primero,vigésimo octavo,trigésimo,trigésimo tercero,sexagésimo primero,septuagésimo,
    septuagésimo primero,septuagésimo noveno,octogésimo,octogésimo primero,nonagésimo,nonagésimo primero,
    nonagésimo noveno`,
  ],
  English: [
    englishOrdinal,
    `first,second,third,seventh,eighth,ninth,tenth,eleventh,sixteenth,seventeenth,nineteenth,twentieth,
    twenty-first,twenty-eighth,thirtieth,thirty-third,sixty-first,seventieth,seventy-first,seventy-ninth,
    eightieth,eighty-first,ninetieth,ninety-first,ninety-ninth`,
  ],
};

for (const [language, [say, words]] of Object.entries(WORDS)) {
  test(`says ${language} ordinals up to 99 in words`, () => {
    assert.deepEqual(
      NUMBERS.map((number) => say(number)),
      words.split(/,\s*/),
    );
    if (language !== 'English')
      for (const beyond of [0, 100, 110, 199, 1000]) assert.equal(say(beyond), null);
  });
}

test('says ordinals in the form their ending asks for', () => {
  assert.equal(frenchOrdinal(1, 're'), 'première');
  assert.equal(frenchOrdinal(1, 'ère'), 'première');
  assert.equal(frenchOrdinal(1, 'er'), 'premier');
  assert.equal(frenchOrdinal(2, 'nd'), 'second');
  assert.equal(frenchOrdinal(2, 'nde'), 'seconde');
  assert.equal(frenchOrdinal(3, 'nd'), null);
  assert.equal(spanishOrdinal(3, 'er'), 'tercer');
  assert.equal(spanishOrdinal(21, 'er'), 'vigésimo primer');
  assert.equal(spanishOrdinal(21, 'ª'), 'vigésima primera');
  assert.equal(italianOrdinal(21, 'a'), 'ventunesima');
  assert.equal(portugueseOrdinal(33, 'ª'), 'trigésima terceira');
});

test('says English numbers of any size, whole and decimal', () => {
  const numbers: Readonly<Record<string, string | null>> = {
    0: 'zero',
    13: 'thirteen',
    20: 'twenty',
    21: 'twenty-one',
    99: 'ninety-nine',
    100: 'one hundred',
    101: 'one hundred and one',
    '1,000': 'one thousand',
    '12,345': 'twelve thousand three hundred and forty-five',
    1000000: 'one million',
    '2,500,001': 'two million five hundred thousand and one',
    1000000000: 'one billion',
    3.14: 'three point one four',
    1.05: 'one point zero five',
    '1e3': null,
    x: null,
  };
  for (const [written, words] of Object.entries(numbers))
    assert.equal(englishNumber(written), words, written);
  assert.equal(englishOrdinal(0), 'zeroth');
  assert.equal(englishOrdinal(100), 'one hundredth');
  assert.equal(englishOrdinal(219), 'two hundred nineteenth');
  assert.equal(englishOrdinal(1001), 'one thousand first');
  assert.equal(englishOrdinal(12_345), 'twelve thousand three hundred forty-fifth');
  assert.equal(englishOrdinal(1_000_000), 'one millionth');
});

test('says years as people do', () => {
  const english = {
    476: 'four seventy-six',
    800: 'eight hundred',
    1001: 'ten oh one',
    1066: 'ten sixty-six',
  };
  const later = {
    1900: 'nineteen hundred',
    1905: 'nineteen oh five',
    1910: 'nineteen ten',
    1999: 'nineteen ninety-nine',
  };
  const latest = {
    2000: null,
    2009: null,
    2010: 'twenty ten',
    2024: 'twenty twenty-four',
    2101: 'twenty-one oh one',
  };
  for (const [year, words] of Object.entries({ ...english, ...later, ...latest }))
    assert.equal(englishYear(Number(year)), words, year);
  const german = {
    800: 'achthundert',
    1066: 'zehnhundertsechsundsechzig',
    1100: 'elfhundert',
    1101: 'elfhunderteins',
    1112: 'elfhundertzwölf',
    1520: 'fünfzehnhundertzwanzig',
    1619: 'sechzehnhundertneunzehn',
    1976: 'neunzehnhundertsechsundsiebzig',
    1999: 'neunzehnhundertneunundneunzig',
    2000: null,
    2024: null,
  };
  for (const [year, words] of Object.entries(german)) assert.equal(germanYear(Number(year)), words, year);
});
