import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { readAnswer, readHealth, readSources } from './messages.ts';

test('the address of a source is dropped unless it is http or https', () => {
  const sources = ['javascript:alert(1)', ' https://a.test', 'https://a.test/'].map((url) => ({ url }));
  assert.deepEqual(
    readSources({ sources }).map(({ url }) => url),
    ['', '', 'https://a.test/'],
  );
});

test('a service that reports nothing about its model counts as configured, and takes any question', () => {
  const { configured, maxQueryChars } = readHealth({}, new Headers());
  assert.deepEqual([configured, maxQueryChars], [true, Number.POSITIVE_INFINITY]);
  const told = readHealth({ llm_configured: false }, new Headers({ 'sayso-max-query-chars': '2000' }));
  assert.deepEqual(told, { configured: false, maxQueryChars: 2000 });
});

test('any message is read without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (message) => {
      readAnswer(message);
      readAnswer({ sources: [message], answer: message });
    }),
  );
});
