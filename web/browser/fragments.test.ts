import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atQuote } from './fragments.ts';

test('a source opens at the quoted sentence', () => {
  assert.equal(
    atQuote('https://a.test/', 'One well-known, fact.'),
    'https://a.test/#:~:text=One%20well%2Dknown%2C%20fact.',
  );
  assert.equal(
    atQuote('https://a.test/#part', 'one two three four five six seven eight nine ten eleven'),
    'https://a.test/#part:~:text=one%20two%20three%20four%20five,seven%20eight%20nine%20ten%20eleven',
  );
});

test('without a quote, the address stays as it is', () => {
  assert.equal(atQuote('https://a.test/', ' '), 'https://a.test/');
  assert.equal(atQuote('', 'fact'), '');
  assert.equal(atQuote('https://a.test/#:~:text=a', 'fact'), 'https://a.test/#:~:text=a');
});
