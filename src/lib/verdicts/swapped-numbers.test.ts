import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { toClaim } from './claim.ts';
import { placedNumbers } from './placed-numbers.ts';
import { indexSource } from './source-index.ts';
import { findSwappedNumbers } from './swapped-numbers.ts';

/** A number of the claim and the different number that the source has in its place, as `12 -> 7`. */
function found(claim: string, text: string, language = 'en'): string | null {
  const passages = [{ text, from: 0, to: text.length }];
  const { sentences } = indexSource({ index: 1, title: '', passages }, language);
  const { values } = toClaim(claim, language);
  const exchange = findSwappedNumbers(claim, values, sentences.flatMap(placedNumbers));
  return exchange === null ? null : `${exchange.value.text} -> ${exchange.found.text}`;
}

test('two exchanged numbers are noticed in every judged language', () => {
  for (const [language, claim, source, expected] of [
    ['en', 'Herons lay 7 eggs and swans lay 4.', 'Herons lay 4 eggs and swans lay 7.', '7 -> 4'],
    [
      'en',
      'The mill opened in 1910 and burned in 1870.',
      'Opened in 1870, the mill burned in 1910.',
      '1910 -> 1870',
    ],
    ['en', 'Rent rose by 9 % in Lund and by 4 % in Visby.', 'In Lund rent rose by 4 %. Visby: 9 %.', null],
    [
      'en',
      'Silver awards are given at 9 million readers, gold awards at 4 million.',
      'Silver medals and awards are given with 4 million readers. Gold awards are given at 9 million.',
      '9 million -> 4 million',
    ],
    ['de', 'Reiher legen 7 Eier und Schwäne legen 4.', 'Reiher legen 4 Eier und Schwäne legen 7.', '7 -> 4'],
    [
      'fr',
      'Le moulin ouvre en 1910 et brûle en 1870.',
      'Le moulin ouvre en 1870 et brûle en 1910.',
      '1910 -> 1870',
    ],
    ['zh', '磨坊在1910年开业，1870年烧毁。', '磨坊在1870年开业，1910年烧毁。', '1910 -> 1870'],
    [
      'ja',
      '水車小屋は1910年に開業し、1870年に焼失した。',
      '水車小屋は1870年に開業し、1910年に焼失した。',
      '1910 -> 1870',
    ],
  ] as const)
    assert.equal(found(claim, source, language), expected, claim);
});

test('numbers that a statement gives in another order are not exchanged', () => {
  for (const [claim, source] of [
    ['The fund grew to 12 million from 3 million.', 'The fund grew from 3 million to 12 million.'],
    ['Swans lay 7 eggs, herons only 4.', 'Herons lay 4 eggs and swans lay 7.'],
    ['There are 4 eggs for each heron and 7 for each swan.', 'Herons lay 4 eggs and swans lay 7.'],
    ['The final ended 2 to 5.', 'The final ended 5 to 2.'],
    ['The law covers 2012 and 2011.', 'The law covers 2011 and 2012.'],
    // The source lacks the 4, but has no other number in its place.
    ['Herons lay 7 eggs and swans lay 4.', 'Herons lay 7 eggs.'],
  ] as const)
    assert.equal(found(claim, source), null, claim);
});

test('a number that the source has twice is exchanged only if neither place fits', () => {
  const source = 'Herons lay 4 eggs, swans lay 7 eggs. In dry years herons lay 7 eggs, swans lay 4 eggs.';
  assert.equal(found('Herons lay 7 eggs and swans lay 4 eggs.', source), null);
});

test('the time for comparing numbers grows no faster than the source', async () => {
  const claim = 'Herons lay 7 eggs, swans lay 4 eggs, geese lay 6 eggs and ducks lay 9 eggs.';
  const { values } = toClaim(claim, 'en');
  await assertProportional((size) => {
    const text = 'Ducks lay 7 eggs and geese lay 4 eggs. '.repeat(size);
    const passages = [{ text, from: 0, to: text.length }];
    const { sentences } = indexSource({ index: 1, title: '', passages }, 'en');
    findSwappedNumbers(claim, values, sentences.flatMap(placedNumbers));
  }, 2_000);
});
