import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from './load.ts';

const warnings = (environment: Readonly<Record<string, string>>) =>
  loadSettings(environment).warnings.filter((line) => /RERANK|EMBED/.test(line));

test('a model or key of a ranking without an address is named, the key first', () => {
  const unused = (given: string, url: string) => [`${given} is not used, because ${url} is not set.`];
  assert.deepEqual(warnings({}), []);
  assert.deepEqual(warnings({ RERANK_MODEL: 'm' }), unused('RERANK_MODEL', 'RERANK_URL'));
  assert.deepEqual(warnings({ RERANK_KEY: 'k', RERANK_MODEL: 'm' }), unused('RERANK_KEY', 'RERANK_URL'));
  assert.deepEqual(warnings({ EMBED_MODEL: 'm' }), unused('EMBED_MODEL', 'EMBED_URL'));
  assert.deepEqual(warnings({ EMBED_KEY: 'k' }), unused('EMBED_KEY', 'EMBED_URL'));
  assert.deepEqual(warnings({ RERANK_URL: 'http://a.test', RERANK_MODEL: 'm', RERANK_KEY: 'k' }), []);
});
