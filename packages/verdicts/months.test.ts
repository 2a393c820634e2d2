import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthOf } from './notations.ts';
import { numericDateAt } from './values.ts';

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

test('a date in digits is found with its parts in place, if there is such a month and such a day', () => {
  const parts = (text: string, language = 'de') =>
    numericDateAt(text, 0, language)?.map(({ readings, unit, from, to }) => [
      readings,
      unit !== null,
      from,
      to,
    ]) ?? null;
  assert.deepEqual(parts('2019-12-31'), [
    [[2019], false, 0, 4],
    [[12], true, 5, 7],
    [[31], false, 8, 10],
  ]);
  assert.deepEqual(parts('1.1.2020'), [
    [[1], false, 0, 1],
    [[1], true, 2, 3],
    [[2020], false, 4, 8],
  ]);
  assert.deepEqual(parts('12/31/2020', 'en-US'), [
    [[12, 31], false, 0, 2],
    [[12], true, 3, 5],
    [[2020], false, 6, 10],
  ]);
  for (const text of [
    '2019-13-01',
    '2019-00-01',
    '2019-01-32',
    '2019-01-00',
    '31.12.20',
    '1.2-2020',
    '1.2.20201',
  ])
    assert.equal(parts(text), null, text);
  assert.equal(parts('12/31/2020', 'pt'), null);
});
