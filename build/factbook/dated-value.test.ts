import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timePhrase, toDated } from './dated-value.ts';

test('a date in brackets at the end of a value is read as its date', () => {
  for (const [text, value, when] of [
    ['6% (2014 est.)', '6%', '2014'],
    ['1 (FY 2013/14 est.)', '1', 'FY 2013/14'],
    ['1 (FY2013)', '1', 'FY2013'],
    ['x (30 June 2014);', 'x', '30 June 2014'],
    ['several\nlines (2014)', 'several\nlines', '2014'],
    ['x (2013-14) ', 'x', '2013-14'],
    ['x (the 2014 figure)', 'x (the 2014 figure)', null],
    ['x (2014) y', 'x (2014) y', null],
    ['x (1814)', 'x (1814)', null],
  ] as const)
    assert.deepEqual(toDated(text), { value, when }, text);
});

test('of the figures of several years the first is the value, and the others follow with their years', () => {
  for (const [text, value, when] of [
    ['6% (2014) ++ 6.5% (2013) ++ 7% (2012)', '6% (6.5% in 2013, 7% in 2012)', '2014'],
    ['6% (2014) ++ 7%', '6% (7%)', '2014'],
    ['$NA (2014) ++ 5 (2013)', '5', '2013'],
    ['++ 6% (2014) ++ ++ 7% (2013) ++', '6% (7% in 2013)', '2014'],
    ['NA ++ $NA', '', null],
    ['', '', null],
    ['NATO ++ 5NA', 'NATO, 5NA', null],
  ] as const)
    assert.deepEqual(toDated(text), { value, when }, text);
});

test('a single date at the end of a list is that of the whole list', () => {
  for (const [text, value, when] of [
    ['oil - ++ gas (2012)', 'oil, gas', '2012'],
    ['oil ++ gas ++ (2012)', 'oil, gas', '2012'],
    ['oil ++ gas (2012) ++ coal (2011)', 'oil, gas in 2012, coal in 2011', null],
    ['oil ++ gas (2012) ++ coal', 'oil, gas in 2012, coal', null],
    ['oil ++ gas', 'oil, gas', null],
  ] as const)
    assert.deepEqual(toDated(text), { value, when }, text);
});

test('a time is worded as in a sentence', () => {
  for (const [when, said] of [
    ['2013', 'in 2013'],
    ['July 2015', 'in July 2015'],
    ['1 January 2014', 'on 1 January 2014'],
    ['30 June 2014', 'on 30 June 2014'],
    ['FY 2013/14', 'in the fiscal year 2013/14'],
    ['FY2013', 'in the fiscal year 2013'],
    [null, 'as of 2015'],
  ] as const)
    assert.equal(timePhrase(when), said);
});
