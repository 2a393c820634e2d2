import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toCopyText } from './copy-text.ts';
import { readAnswer, readHealth, readSources } from './messages.ts';

test('drops the address of a source that is not of the web', () => {
  const sources = ['javascript:alert(1)', ' https://a.test', 'https://a.test/'].map((url) => ({ url }));
  assert.deepEqual(
    readSources({ sources }).map(({ url }) => url),
    ['', '', 'https://a.test/'],
  );
});

test('takes a service that says nothing about its model for configured', () => {
  assert.equal(readHealth({}, new Headers()).configured, true);
  assert.equal(readHealth({ llm_configured: false }, new Headers()).configured, false);
});

test('takes the longest question from the reply to the question for health', () => {
  assert.equal(readHealth({}, new Headers({ 'sayso-max-query-chars': '2000' })).maxQueryChars, 2000);
  assert.equal(readHealth({}, new Headers()).maxQueryChars, Number.POSITIVE_INFINITY);
});

test('reads whatever comes without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (message) => {
      readAnswer(message);
      readAnswer({ sources: [message], answer: message });
    }),
  );
});

test('copies question, answer and numbered sources as Markdown that stands alone', () => {
  const sources = [{ index: 1, title: 'A', url: 'https://a.test/', snippet: 's', icon: '' }];
  const text = '# Why\n\nBecause [1].\n\n[1] A <https://a.test/>\n';
  assert.equal(toCopyText('Why', 'Because [1].\n', sources), text);
});
