import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from './items.ts';
import { plainValue } from './plain-value.ts';

test('units and abbreviations of the World Factbook are written in words', () => {
  for (const [short, words] of [
    ['5,000 sq km', '5,000 square kilometers'],
    ['3 cu km, 2 cu m', '3 cubic kilometers, 2 cubic meters'],
    ['1 cu km/yr (2 cu m/yr)', '1 cubic kilometers a year (2 cubic meters a year)'],
    ['4 bbl/day, 5 bbl', '4 barrels a day, 5 barrels'],
    ['12 nm, 3 km, 5 m, 5 m-high', '12 nautical miles, 3 kilometers, 5 meters, 5 m-high'],
    ['12 Mt (2014)', '12 metric tons (2014)'],
    ['Mt Blanc', 'Mt Blanc'],
    ['9/1,000 population', '9 per 1,000 population'],
    ['9/100,000 live births', '9 per 100,000 live births'],
    ['2 children born/woman, 1 male(s)/female', '2 children born per woman, 1 males per female'],
    ['urban: 78% of migrant(s)', 'urban 78% of migrants'],
    ['note - so', 'so'],
  ] as const)
    assert.equal(plainValue(short), words);
});

test('markup becomes spaces, brackets become round, and semicolons become commas', () => {
  for (const [value, plain] of [
    ['<b>x</b>y', 'x y'],
    ['a**b++c__d_e', 'a b c d_e'],
    ['[x] {y}', '(x) (y)'],
    ['a ;b', 'a, b'],
    ['a , b (c )', 'a, b (c)'],
    ['a, , b () c', 'a, b c'],
    [' a \n b;:-. ', 'a b'],
  ] as const)
    assert.equal(plainValue(value), plain);
});

test('capitals and surnames are not written in capitals, but acronyms are', () => {
  assert.equal(plainValue('SAN JOSE (capital) 1.1 million'), 'San Jose (capital) 1.1 million');
  assert.equal(plainValue('the port of LIMA (capital)'), 'the port of Lima (capital)');
  assert.equal(plainValue('LIMA 1.1 million'), 'LIMA 1.1 million');
  assert.equal(plainValue('President Ollanta HUMALA Tasso'), 'President Ollanta Humala Tasso');
  assert.equal(plainValue('the UN and Unasur UN'), 'the UN and Unasur UN');
});

test('semicolons outside brackets separate the items of a value, and missing values are left out', () => {
  for (const [value, items] of [
    ['a; b (c; d); e [f; g]', ['a', 'b (c; d)', 'e [f; g]']],
    ['a (b (c; d); e); f', ['a (b (c; d); e)', 'f']],
    [' a;; b; ', ['a', 'b']],
    ['a;b;c', ['a', 'b', 'c']],
    ['a); b', ['a)', 'b']],
    ['party - NA; x: $NA.; NA; CHINA; NA of', ['CHINA', 'NA of']],
  ] as const)
    assert.deepEqual(itemsOf(value), items);
});
