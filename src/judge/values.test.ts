import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { agree, differInUnit, isDerived } from './agree.ts';
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

test('a unit that differs is told from a number that differs', () => {
  assert.ok(differInUnit(theValue('5 km'), theValue('5 miles')));
  assert.ok(!differInUnit(theValue('5 km'), theValue('6 miles')));
});

test('a sum, a difference and a percentage of one sentence are derived, a year is not', () => {
  const sentence = toValues('It sold 120 cars in 1990 and 95 cars in 1995.', 'en');
  assert.ok(isDerived(theValue('215'), sentence));
  assert.ok(isDerived(theValue('25'), sentence));
  assert.ok(!isDerived(theValue('216'), sentence));
  assert.ok(!isDerived(theValue('3985'), sentence));
  assert.ok(isDerived(theValue('75 %'), toValues('3 of 4 agreed', 'en')));
});

test('every value is where it says it is, whatever the text', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('1,234', '5 km', '$3', 'May', '3万', '1 000', '12.5%', '-', ' of ', '７', '’', '°C'),
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
