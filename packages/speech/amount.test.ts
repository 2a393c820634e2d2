import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinOf, plainAmount, splitCents } from './amounts.ts';
import { english, french, german, italian, nameFor, portuguese, spanish } from './languages.ts';

test('only one thing is named in the singular, in every language', () => {
  for (const locale of [english, french, german, italian, portuguese, spanish]) {
    const nameOf = (number: string) => nameFor(number, 'thing|things', locale);
    assert.equal(nameOf('1'), 'thing', locale.code);
    for (const many of ['2', '10', '11', '21', '100', '101', '2.1', '2,1'])
      assert.equal(nameOf(many), 'things', `${locale.code} ${many}`);
  }
});

test('the hundredths of a sum come after its last decimal sign, if they are one or two digits', () => {
  assert.deepEqual(splitCents('1,234.50', english), { whole: '1,234', cents: '50' });
  assert.deepEqual(splitCents('1.234.50', english), { whole: '1.234', cents: '50' });
  assert.deepEqual(splitCents('20,5', german), { whole: '20', cents: '50' });
  assert.deepEqual(splitCents('.05', english), { whole: '0', cents: '5' });
  for (const none of ['20', '20.123', '20,50', '20.']) assert.equal(splitCents(none, english), null, none);
});

test('thousands are joined, and have the separator of the language from four digits on', () => {
  assert.equal(plainAmount("1'234'567", german), '1.234.567');
  assert.equal(plainAmount('999', german), '999');
  assert.equal(plainAmount('1000', german), '1.000');
  assert.equal(plainAmount('1000,5', german), '1000,5');
  assert.equal(plainAmount('.5', german), '0.5');
});

test('the French word between a large number and a noun depends on the first letter of the noun', () => {
  assert.equal(joinOf(" d'", 'euros'), " d'euros");
  assert.equal(joinOf(" d'", 'habitants'), " d'habitants");
  assert.equal(joinOf(" d'", 'dollars'), ' de dollars');
  assert.equal(joinOf(' de ', 'euros'), ' de euros');
});
