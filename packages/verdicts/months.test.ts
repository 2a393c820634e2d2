import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthOf } from './notations.ts';

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
