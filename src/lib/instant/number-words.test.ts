import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesFor } from './find-languages.ts';
import { withDigits } from './number-words.ts';
import { inWords, MAX_IN_WORDS } from './write-words.ts';

test('a number in words is read as the number that was written', () => {
  const lexicons = languagesFor(undefined, undefined) ?? [];
  assert.equal(lexicons.length, 6);
  for (const lexicon of lexicons)
    for (let value = 2; value <= MAX_IN_WORDS; value += value < 2_000 ? 1 : 997)
      assert.equal(
        withDigits(inWords(value, lexicon.code), lexicon),
        String(value),
        `${lexicon.code}: ${inWords(value, lexicon.code)}`,
      );
});

test('only whole numbers become digits', () => {
  const [english, german, french] = languagesFor(undefined, undefined) ?? [];
  assert.ok(english !== undefined && german !== undefined && french !== undefined);
  assert.equal(withDigits('two and three', english), '2 and 3');
  assert.equal(withDigits('nineteen hundred miles', english), '1900 miles');
  assert.equal(withDigits('often a mile', english), 'often a mile');
  assert.equal(withDigits('two thousand thousand', english), '2000 1000');
  assert.equal(withDigits('neunzehnhundertfünf', german), '1905');
  assert.equal(withDigits('dix pour cent de cent', french), '10 pour cent de 100');
});
