import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statesValue } from './compare-values.ts';

const states = (text: string, wanted: string, language = 'en') => statesValue(text, wanted, language);

test('a number, a quantity or a date is found in any notation', () => {
  for (const [text, wanted] of [
    ['It opened on 2001-03-12.', '12 March 2001'],
    ['On March 12, 2001, it opened.', 'March 12th, 2001'],
    ['It is 3.1 miles long.', '5 km'],
    ['There were 1,234,567 of them.', 'about 1.2 million'],
    ['Twelve of them came.', '12'],
  ] as const)
    assert.ok(states(text, wanted), `${text} ${wanted}`);
  assert.ok(states('Es waren 2.000.000.', '2 Millionen', 'de'));
});

test('another value, a more rounded one, and the parts of a date in several sentences are not found', () => {
  for (const [text, wanted] of [
    ['It opened on 12 April 2001.', '12 March 2001'],
    ['There were 1.2 million of them.', '1,234,567'],
    ['It opened on 12 March. It closed in 2001.', '12 March 2001'],
    ['It is 3.1 miles long.', '3.1 km'],
  ] as const)
    assert.ok(!states(text, wanted), `${text} ${wanted}`);
});

test('a name with a number is not a value', () => {
  assert.ok(!states('It was Gemini 11.', 'Apollo 11'));
  assert.ok(!states('', '11') && !states('11', ''));
});
