import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from './load.ts';
import { answerSettings, ownHosts } from './settings.ts';

const settingsOf = (environment: Readonly<Record<string, string>>) => loadSettings(environment).settings;

test('the search gets the slots that are on, in order, each with its own kind, address and key', () => {
  const { slots } = settingsOf({
    SEARCH_PRIMARY_URL: 'http://a.test',
    SEARCH_SECONDARY_KIND: 'brave',
    SEARCH_SECONDARY_URL: 'http://b.test',
    SEARCH_SECONDARY_KEY: 'kb',
    SEARCH_QUOTA: 'brave:1000/month, brave:50/day, tavily:1/day',
    SEARCH_TERTIARY_URL: 'off',
  });
  assert.deepEqual(
    slots.map(({ position, kind, url, key, quota }) => [position, kind, url.replace(/\/$/, ''), key, quota]),
    [
      [1, 'searxng', 'http://a.test', null, []],
      [
        ...[2, 'brave', 'http://b.test', 'kb'],
        [
          { period: 'month', calls: 1000 },
          { period: 'day', calls: 50 },
        ],
      ],
    ],
  );
});

test("the operator's hosts are those of search, models and ranking; Ollama has its own check", () => {
  const environment = {
    ...{ SEARCH_PRIMARY_URL: 'http://a.test', SEARCH_SECONDARY_URL: 'http://b.test' },
    ...{ MODEL_BASE_URL: 'http://c.test', MODEL_FALLBACK_BASE_URL: 'http://d.test' },
    ...{ RERANK_URL: 'http://e.test', EMBED_URL: 'http://f.test', READ_FALLBACK_URL: 'http://g.test:9222' },
  };
  const hosts = (more: Readonly<Record<string, string>>) =>
    Object.entries(ownHosts(settingsOf({ ...environment, ...more }))).map(([name, url]) => [
      name,
      url?.replace(/\/$/, '') ?? null,
    ]);
  const expected = Object.entries(environment);
  assert.deepEqual(hosts({}), expected);
  assert.deepEqual(
    hosts({ MODEL_PROVIDER: 'ollama' }),
    expected.map(([name, url]) => [name, name === 'MODEL_BASE_URL' ? null : url]),
  );
  assert.deepEqual(
    hosts({ MODEL_FALLBACK_PROVIDER: 'ollama' }),
    expected.map(([name, url]) => [name, name === 'MODEL_FALLBACK_BASE_URL' ? null : url]),
  );
});

test('settings for listening and secrets are not among those that change an answer', () => {
  const text = JSON.stringify(
    answerSettings(settingsOf({ API_KEYS: 'secret-of-callers', PORT: '4567', CONTEXT_TOKENS: '1501' })),
  );
  assert.ok(text.includes('1501') && !text.includes('secret-of-callers') && !text.includes('4567'), text);
});
