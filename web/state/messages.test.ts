import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { toCopyText } from '../actions/save.ts';
import { readAnswer, readHealth, readSources } from './messages.ts';

test('the address of a source is dropped unless it is http or https', () => {
  const sources = ['javascript:alert(1)', ' https://a.test', 'https://a.test/'].map((url) => ({ url }));
  assert.deepEqual(
    readSources({ sources }).map(({ url }) => url),
    ['', '', 'https://a.test/'],
  );
});

test('a service that reports nothing about its model counts as configured', () => {
  assert.equal(readHealth({}, new Headers()).configured, true);
  assert.equal(readHealth({ llm_configured: false }, new Headers()).configured, false);
});

test('the longest question is read from the health reply', () => {
  assert.equal(readHealth({}, new Headers({ 'sayso-max-query-chars': '2000' })).maxQueryChars, 2000);
  assert.equal(readHealth({}, new Headers()).maxQueryChars, Number.POSITIVE_INFINITY);
});

test('any message is read without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (message) => {
      readAnswer(message);
      readAnswer({ sources: [message], answer: message });
    }),
  );
});

test('question, answer and numbered sources are copied as self-contained Markdown', () => {
  const sources = [{ index: 1, title: 'A', url: 'https://a.test/', snippet: 's', icon: '' }];
  const text = '# Why\n\nBecause [1].\n\n[1] A <https://a.test/>\n';
  assert.equal(toCopyText('Why', 'Because [1].\n', sources), text);
});
