import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareQuantities } from './compare-quantities.ts';

const compared = (texts: readonly [string, string], dimension: string | null = null, language = 'en') => {
  const [first, second] = texts;
  const claims = [
    { name: 'Peru', text: first },
    { name: 'Chile', text: second },
  ] as const;
  const found = compareQuantities(claims, dimension, language);
  return found && [found.relation, ...found.quantities];
};

test('compares quantities with the same unit and the same words around them, as they are written', () => {
  const comparable = [
    [['Peru has an area of 1,285,216 km².', 'Chile covers an area of 756,102 square kilometers.'], 'area'],
    [['The population of Peru is 30.4 million.', 'The population of Chile is 17,508,260.'], 'count'],
    [['In Peru, 5% are unemployed.', 'In Chile, 5% are unemployed.'], null],
    [['Life expectancy in Peru: 73 years.', 'Life expectancy in Chile: 78.6 years.'], null],
    [['The GDP of Peru is $371 billion.', 'The GDP of Chile is $1.1 trillion.'], null],
  ] as const;
  assert.deepEqual(
    comparable.map(([texts, dimension]) => compared(texts, dimension)),
    [
      ['larger', '1,285,216 km²', '756,102 square kilometers'],
      ['larger', '30.4 million', '17,508,260'],
      ['equal', '5%', '5%'],
      ['smaller', '73 years', '78.6 years'],
      ['smaller', '$371 billion', '$1.1 trillion'],
    ],
  );
  const german = ['Peru ist 1.285.216 km² groß.', 'Chile ist 756.102 km² groß.'] as const;
  assert.deepEqual(compared(german, 'area', 'de'), ['larger', '1.285.216 km²', '756.102 km²']);
});

test('takes the first of several quantities only if the sentences are alike up to it', () => {
  assert.deepEqual(
    compared(['Peru has 9 km² of land, 7 km² of sea.', 'Chile has 8 km² of sea, 6 km² of land.']),
    null,
  );
  assert.deepEqual(
    compared(['The area of Peru is 9 km² in total, 7 km² land.', 'The area of Chile is 8 km² in total.']),
    ['larger', '9 km²', '8 km²'],
  );
});

test('compares nothing that is unclear', () => {
  const unclear = [
    ['Peru has a land area of 9 km².', 'Chile has an area of 8 km².'],
    ['Peru has an area of 9 km².', 'Chile has an area of 8 acres.'],
    ['Peru had 9 million people in 1990.', 'Chile had 8 million people in 2015.'],
    ['Peru had 9 million people in 2015.', 'Chile has 8 million people.'],
    ['Peru sold 9 tons.', 'Chile bought 8 tons.'],
    ['Peru has 9 ports, Chile 8.', 'Chile has 8 ports.'],
    ['It has 9 ports.', 'Chile has 8 ports.'],
    ['Peru was founded in 1821.', 'Chile was founded in 1818.'],
    ['Peru has ports.', 'Chile has 8 ports.'],
    ['Peru has 9 constructor.', 'Chile has 8 ports.'],
  ] as const;
  for (const texts of unclear) assert.equal(compared(texts), null, texts[0]);
  assert.equal(compared(['Peru has 9 ports.', 'Chile has 8 ports.'], 'area'), null);
});
