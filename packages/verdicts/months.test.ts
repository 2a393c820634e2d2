import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MONTH, monthOf } from './notations.ts';
import { numericDateAt } from './values.ts';

/** The parts as `text@from-to readings`, and the position of the month. */
function parts(text: string, at = 0, language = 'de') {
  const found = numericDateAt(text, at, language);
  if (found === null) return null;
  assert.deepEqual(
    found.map(({ unit, tolerance }) => [unit, tolerance]),
    [
      [null, 0],
      [MONTH, 0],
      [null, 0],
    ],
  );
  return found.map((part) => `${part.text}@${part.from}-${part.to} ${part.readings.join('/')}`);
}

test('a date has its year, its month and its day, each in its place', () => {
  assert.deepEqual(parts('2019-05-14'), ['2019@0-4 2019', '05@5-7 5', '14@8-10 14']);
  assert.deepEqual(parts('am 14.5.2019.', 3), ['14@3-5 14', '5@6-7 5', '2019@8-12 2019']);
  assert.deepEqual(parts('2019/5/4'), ['2019@0-4 2019', '5@5-6 5', '4@7-8 4']);
});

test('in English, day and month may be swapped unless the year comes first', () => {
  assert.deepEqual(parts('05/06/2019', 0, 'en-GB'), ['05@0-2 5/6', '06@3-5 6/5', '2019@6-10 2019']);
  assert.deepEqual(parts('05/16/2019', 0, 'en'), ['05@0-2 5/16', '16@3-5 5', '2019@6-10 2019']);
  assert.deepEqual(parts('2019-05-06', 0, 'en'), ['2019@0-4 2019', '05@5-7 5', '06@8-10 6']);
});

test('the first and the last day and month are dates, and anything beyond them is not', () => {
  for (const text of ['1.1.2019', '31.12.2019']) assert.notEqual(parts(text), null, text);
  for (const text of ['0.1.2019', '32.1.2019', '1.0.2019', '1.13.2019', '16/05/201', '1.2-2019'])
    assert.equal(parts(text), null, text);
  assert.equal(parts('05/16/2019', 0, 'de'), null);
});

test('a month is known by its full and its short name, in every region of a language', () => {
  for (const [language, names] of Object.entries({
    en: { January: 1, May: 5, Sept: null, December: 12, Dec: 12, may: null, march: null },
    'en-GB': { June: 6 },
    de: { Januar: 1, März: 3, märz: 3, Dez: 12, Sept: 9, May: null },
    'de-AT': { Dezember: 12 },
    fr: { janvier: 1, déc: 12, sept: 9 },
    es: { enero: 1, dic: 12 },
    pt: { janeiro: 1, dez: 12 },
    it: { gennaio: 1, dicembre: 12 },
    fi: { May: null },
  }))
    for (const [name, month] of Object.entries(names)) assert.equal(monthOf(name, language), month, name);
});
