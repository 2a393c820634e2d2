import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { agree, isDate, isDerived } from './compare-values.ts';
import { toValues, type Value } from './values.ts';

function theValue(text: string, language = 'en'): Value {
  const [value, ...others] = toValues(text, language);
  assert.ok(value !== undefined && others.length === 0, `one value in ${text}`);
  return value;
}
const areSame = (one: string, other: string, language = 'en') =>
  agree(theValue(one, language), theValue(other, language));

test('the same quantity in another notation is the same value', () => {
  for (const [one, other] of [
    ['1,234', '1234'],
    ['1.2 thousand', '1,234'],
    ['1.2 thousand', '1 234'],
    ['7 million', '7,000,000'],
    ['$5 billion', '5,000 million dollars'],
    ['twelve', '12'],
    ['40 %', '40 percent'],
    ['7 - million', '7,000,000'],
    ['232,752\u00a0 km', '232,752 km'],
    ['5 km', '3.1 miles'],
    ['330 m', '1,083 feet'],
    ['2 hours', '120 minutes'],
  ] as const)
    assert.equal(areSame(one, other), true, `${one} = ${other}`);
  assert.ok(areSame('1.234,5 Euro', '1 234,5 €', 'de'));
  assert.ok(areSame('2 Millionen', '2.000.000', 'de'));
  assert.ok(areSame('300万人', '3,000,000', 'zh'));
  assert.ok(areSame('333メートル', '333米', 'ja'));
});

test('a comma or a full stop separates thousands if three digits follow it, or is a decimal sign', () => {
  for (const [digits, language, readings] of [
    ['1,234', 'en', [1234]],
    ['1.234', 'en', [1.234]],
    ['1.234', 'de', [1234, 1.234]],
    ['1,234', 'de', [1234, 1.234]],
    ['1.234.567', 'en', [1_234_567]],
    ['1.234.567', 'de', [1_234_567]],
    ['1,234.5', 'en', [1234.5]],
    ['1.234,5', 'de', [1234.5]],
    ['1,234.567', 'de', [1234.567]],
    ['1,2345', 'en', [1.2345]],
    ['1234,567', 'de', [1234.567]],
    ['12,34', 'en', [12.34]],
  ] as const)
    assert.deepEqual(theValue(digits, language).readings, readings, `${digits} ${language}`);
});

test('joined number words and Chinese numerals are numbers', () => {
  for (const [language, word, digits] of [
    ['en', 'twenty-two', '22'],
    ['de', 'einundzwanzig', '21'],
    ['fr', 'soixante-douze', '72'],
    ['fr', 'quatre-vingt-dix-neuf', '99'],
    ['zh', '两千名', '2000'],
    ['ja', '四十五名', '45'],
    ['zh', '三百二十本', '320'],
    ['zh-Hant', '十五名', '15'],
    ['ja-JP', '千百本', '1100'],
    ['it-CH', 'trentatré', '33'],
  ] as const)
    assert.equal(areSame(word, digits, language), true, `${word} = ${digits}`);
  assert.deepEqual(toValues('万一十分一些', 'zh'), []);
});

test('Chinese and Japanese multipliers belong to their number, with or without a space or decimals', () => {
  for (const [language, written, digits] of [
    ['ja', '3十億', '3,000,000,000'],
    ['ja', '3千万人', '30,000,000人'],
    ['ja', '1.5億円', '150,000,000円'],
    ['zh', '1.5亿', '150,000,000'],
    ['zh', '300 万人', '3,000,000'],
    ['ja', '三兆', '3,000,000,000,000'],
    ['zh', '一万人', '10,000'],
    ['zh', '3千米', '3公里'],
    ['zh', '5千克', '5公斤'],
    ['zh', '7千瓦', '7'],
    ['zh', '3百分点', '3'],
    ['zh', '5 百货', '5'],
  ] as const)
    assert.equal(areSame(written, digits, language), true, `${written} = ${digits}`);
  assert.ok(!areSame('3千万', '3,000', 'ja') && !areSame('1.5億', '1.6億', 'ja'));
});

test('amounts with smaller and smaller multipliers are one number', () => {
  for (const [written, digits] of [
    ['3億5000万', '350,000,000'],
    ['1億2,500万人', '125,000,000'],
    ['三億五千万', '350,000,000'],
    ['2兆3億4万5千', '2,000,300,045,000'],
    ['2万5千', '25,000'],
    ['三万五千人', '35,000'],
    ['一万二千三百円', '12,300円'],
  ] as const)
    assert.equal(areSame(written, digits, 'ja'), true, `${written} = ${digits}`);
  assert.equal(areSame('3億5001万', '3億5000万', 'ja'), false);
  const numbers = (text: string) => toValues(text, 'ja').map(({ readings: [value] }) => value);
  assert.deepEqual(numbers('3万5'), [30_000, 5]);
  assert.deepEqual(numbers('5千3万'), [5_000, 30_000]);
  assert.deepEqual(numbers('3万人、5人'), [30_000, 5]);
  // A date and a price for each one.
  assert.deepEqual(numbers('3万5月'), [30_000, 5]);
  assert.deepEqual(numbers('三万一个'), [30_000]);
});

test('a number that is said to be rounded agrees with the exact one, and no other', () => {
  assert.ok(areSame('about 7,400', '7,412'));
  // A rounded year must not be off by decades.
  assert.deepEqual([areSame('about 1900', '1905'), areSame('about 2000', '1938')], [true, false]);
  assert.ok(areSame('fast 18.000', '17.860', 'de'));
  assert.ok(!areSame('7,400', '7,412'));
  assert.ok(!areSame('about 7,400', '7,512'));
  // The tolerance is half of the last non-zero place, but at most 3.5 %; numbers below 100 have none.
  assert.deepEqual([areSame('about 7,400', '7,450'), areSame('about 7,400', '7,451')], [true, false]);
  assert.deepEqual([areSame('about 2,000', '2,070'), areSame('about 2,000', '2,071')], [true, false]);
  assert.deepEqual([areSame('about 100', '103.5'), areSame('about 90', '91')], [true, false]);
  assert.deepEqual([areSame('about 7,401', '7,402'), areSame('about, 7,400', '7,412')], [false, false]);
  assert.ok(!areSame('unas 57.000', 'unas 75.000', 'es'));
  // 57.000 may also be 57, but then it is not rounded to thousands.
  assert.ok(areSame('unos 57.000', '57.400', 'es'));
  assert.ok(!areSame('unos 57.000', '300', 'es'));
});

test('a decimal agrees with what it may have been rounded from, in its own scale', () => {
  assert.deepEqual([areSame('1.25', '1.2549'), areSame('1.25', '1.256')], [true, false]);
  assert.deepEqual([areSame('1.2 million', '1,249,000'), areSame('1.2 million', '1,251,000')], [true, false]);
  assert.deepEqual(
    [areSame('1 234,5', '1 234,54', 'fr'), areSame('1 234,5', '1 234,56', 'fr')],
    [true, false],
  );
});

test('a unit may follow a scale with a word between them', () => {
  for (const [text, same, other, language] of [
    ['2 millions d’euros', '2.000.000 €', '2.000.000 $', 'fr'],
    ['3 millones de dólares', '3.000.000 $', '3.000.000 €', 'es'],
    ['2 millions of euros', '2,000,000 €', '2,000,000 $', 'en'],
  ] as const)
    assert.deepEqual([areSame(text, same, language), areSame(text, other, language)], [true, false], text);
});

test('a value has its scale and unit in its text, in whatever case they are written', () => {
  for (const [text, value, language] of [
    ['2 Million Euro und mehr', '2 Million Euro', 'de'],
    ['2 MILLIONEN EURO', '2 MILLIONEN EURO', 'de'],
    ['12 Km away', '12 Km', 'en'],
    ['5 Million people', '5 Million', 'en'],
    ['US$ 7 Billion', 'US$ 7 Billion', 'en'],
    ['3 Millones De Dólares', '3 Millones De Dólares', 'es'],
  ] as const)
    assert.equal(toValues(text, language)[0]?.text, value, text);
  assert.ok(areSame('2 MILLIONEN EURO', '2.000.000 €', 'de'));
});

test('temperatures are converted, with the word for degree or without', () => {
  assert.ok(areSame('77 °F', '25 °C'));
  assert.ok(areSame('77 degrees Fahrenheit', '25 Celsius'));
  assert.ok(!areSame('25 Grad Fahrenheit', '25 Grad Celsius', 'de'));
});

test('a date in digits is its year, month and day', () => {
  const parts = (text: string, language: string) => toValues(text, language).map(({ readings }) => readings);
  assert.deepEqual(parts('2019-05-14', 'en'), [[2019], [5], [14]]);
  assert.deepEqual(parts('03.05.2025', 'de'), [[3], [5], [2025]]);
  assert.deepEqual(parts('05/06/2019', 'en'), [[5, 6], [6, 5], [2019]]);
  assert.equal(areSame('3', 'März', 'de'), false);
  assert.deepEqual(
    [areSame('4月', '4月', 'ja'), areSame('4月', '5月', 'zh'), areSame('13月', '13', 'zh')],
    [true, false, true],
  );
});

test('another quantity is another value', () => {
  for (const [one, other] of [
    ['1,234', '1,235'],
    ['1.2 thousand', '1,351'],
    ['5 km', '5 miles'],
    ['5 km', '3.5 miles'],
    ['40 percent', '40 dollars'],
    ['1889', '1898'],
    ['5 million', '5 billion'],
    ['May', 'June'],
  ] as const)
    assert.equal(areSame(one, other), false, `${one} = ${other}`);
});

test('a sum, a difference and a percentage of one sentence are derived, a year is not', () => {
  const sentence = toValues('It sold 120 cars in 1990 and 95 cars in 1995.', 'en');
  assert.ok(isDerived(theValue('215'), sentence));
  assert.ok(isDerived(theValue('25'), sentence));
  assert.ok(!isDerived(theValue('216'), sentence));
  assert.ok(!isDerived(theValue('3985'), sentence));
  assert.ok(isDerived(theValue('75 %'), toValues('3 of 4 agreed', 'en')));
});

test('a year has four digits and lies between 1000 and 2149', () => {
  const found = [
    ...['1000', '2149', 'May', '999', '0999', '2150', '1,889', '1889 m', '12', '01889', '1889.0'],
  ].map((text) => isDate(theValue(text)));
  assert.deepEqual(found, [true, true, true, ...Array(8).fill(false)]);
});

test('only values of one unit and of at least thirteen are derived, from twelve at most', () => {
  const from = (value: string, sentence: string) => isDerived(theValue(value), toValues(sentence, 'en'));
  assert.ok(from('13', '6 cars and 7 bikes'));
  assert.ok(!from('12', '6 cars and 6 bikes'));
  assert.ok(from('30 km', '10 km, then 20 km'));
  assert.ok(!from('30 km', '10 km, then 20 miles'));
  assert.ok(!from('30 kg', '10 km, then 20 km'));
  assert.ok(!from('30', '10 km, then 20 km'));
  assert.ok(from('25 years', 'from 1920 to 1945'));
  assert.ok(!from('25 cars', 'from 1920 to 1945'));
  assert.ok(!from('1945', '1900 cars and 45 bikes'));
  assert.ok(!from('18', 'On 13 May'));
  const sentence = (count: number) =>
    Array.from({ length: count }, (_, at) => 3 ** (at + 2) * 7).join(' cars, ');
  const sumOf = (one: number, other: number) => `${(3 ** (one + 1) + 3 ** (other + 1)) * 7}`;
  assert.ok(from(sumOf(11, 12), sentence(13)));
  assert.ok(!from(sumOf(12, 13), sentence(13)));
  assert.ok(from('67 %', '2 of 3'));
  assert.ok(from('150 %', '2 of 3'));
  assert.ok(!from('66 %', '2 of 3'));
});

test('a conversion may be off by 3.5 %, a temperature by 0.6 degrees', () => {
  assert.ok(areSame('100 km', '60.1 miles'));
  assert.ok(areSame('100 km', '60 miles') && areSame('60 miles', '100 km'));
  assert.ok(!areSame('100 km', '59.9 miles'));
  assert.ok(areSame('0 °C', '33 °F'));
  assert.ok(!areSame('0 °C', '33.2 °F'));
  assert.ok(areSame('50 °F', '10 °C') && areSame('10 °C', '50 °F'));
  assert.ok(areSame('1 cm', '10 mm') && areSame('10 mm', '1 cm'));
  assert.ok(!areSame('1 cm', '11 mm'));
  assert.ok(!areSame('3.718 metros', '3.718 kilómetros', 'es'));
  assert.ok(areSame('3,7 kilómetros', '3.700 metros', 'es'));
  assert.ok(!areSame('12', 'December'));
});

test('every value is where it says it is, whatever the text', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      ...['03.05.2025', '二十', '4月', '1,234', '5 km', '$3', 'May', '3万', '5千', '億', '1 000', '12.5%'],
      ...['-', ' of ', '７', '’', '°C'],
    ),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }),
      fc.constantFrom('en', 'de', 'zh', 'und'),
      (parts, language) => {
        const text = parts.join('');
        for (const value of toValues(text, language)) {
          assert.equal(text.slice(value.from, value.to), value.text);
          assert.ok(value.readings.length > 0 && value.readings.every(Number.isFinite));
        }
      },
    ),
  );
});
