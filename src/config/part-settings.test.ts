import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from './load.ts';
import {
  answerSettings,
  ownHosts,
  rankingSettings,
  searchSettings,
  writingSettings,
} from './part-settings.ts';

const settingsOf = (environment: Readonly<Record<string, string>>) => loadSettings(environment).settings;

test('the search gets the slots that are on, in order, each with its own kind, address and key', () => {
  const { slots, timeoutMs, language, filter } = searchSettings(
    settingsOf({
      SEARCH_PRIMARY_URL: 'http://a.test',
      SEARCH_SECONDARY_KIND: 'brave',
      SEARCH_SECONDARY_URL: 'http://b.test',
      SEARCH_SECONDARY_KEY: 'kb',
      SEARCH_SECONDARY_QUOTA: '1000/month, 50/day',
      SEARCH_TERTIARY_URL: 'off',
      SEARCH_TIMEOUT_MS: '1234',
      SEARCH_LANGUAGE: 'de',
    }),
  );
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
  assert.deepEqual([timeoutMs, language, Object.keys(filter)], [1234, 'de', ['safesearch', 'timeRange']]);
});

test('the writer gets the first model, and the second if there is one', () => {
  const first = { MODEL_BASE_URL: 'http://a.test/v1', MODEL_NAME: 'a', MODEL_API_KEY: 'ka' };
  const second = {
    MODEL_FALLBACK_BASE_URL: 'http://b.test/v1',
    MODEL_FALLBACK_NAME: 'b',
    MODEL_FALLBACK_API_KEY: 'kb',
  };
  const models = (environment: Readonly<Record<string, string>>) =>
    writingSettings(settingsOf(environment)).models.map((model) => [
      model.provider,
      model.baseUrl,
      model.modelName,
      model.apiKey,
    ]);
  const expected = ['openai-compatible', 'http://a.test/v1', 'a', 'ka'];
  assert.deepEqual(models({}), []);
  assert.deepEqual(models(first), [expected]);
  assert.deepEqual(models({ ...first, ...second }), [
    expected,
    ['openai-compatible', 'http://b.test/v1', 'b', 'kb'],
  ]);
  const { timeoutMs, limits } = writingSettings(
    settingsOf({ MODEL_TIMEOUT_MS: '4321', CONTEXT_TOKENS: '1500', MAX_QUERY_CHARS: '300' }),
  );
  assert.deepEqual([timeoutMs, limits], [4321, { contextTokens: 1500, maxQueryChars: 300 }]);
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

test('the settings that change an answer are in the order of their names', () => {
  const names = answerSettings(settingsOf({})).map(([name]) => name);
  assert.deepEqual(names, names.toSorted());
});

test('each model that ranks has its own address, name and key', () => {
  const { reranker, embedder } = rankingSettings(
    settingsOf({
      ...{ RERANK_URL: 'http://a.test/rerank', RERANK_MODEL: 'a', RERANK_KEY: 'ka' },
      ...{ EMBED_URL: 'http://b.test/embed', EMBED_MODEL: 'b', EMBED_KEY: 'kb' },
    }),
  );
  assert.deepEqual(reranker, { url: 'http://a.test/rerank', model: 'a', key: 'ka' });
  assert.deepEqual(embedder, { url: 'http://b.test/embed', model: 'b', key: 'kb' });
});
