import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from '../config/load.ts';
import { createLog } from '../observe/log.ts';
import { createCaches } from './parts.ts';

const cachingOf = async (environment: Readonly<Record<string, string>>, version = '1') =>
  createCaches(loadSettings(environment).settings, version, {
    log: createLog('silent'),
    count: () => undefined,
  });

const fingerprintOf = async (environment: Readonly<Record<string, string>>, version?: string) =>
  (await cachingOf(environment, version)).answers?.fingerprint({ name: 'a' });

test('a cache time of 0 keeps nothing, and nothing is shared without a Redis', async () => {
  const usual = await cachingOf({});
  assert.ok(usual.answers !== null && usual.searches !== null && usual.pages !== null);
  assert.equal(usual.countShared, null);
  const off = await cachingOf({ ANSWER_CACHE_SECONDS: '0' });
  assert.deepEqual([off.answers, off.searches, off.pages], [null, null, null]);
});

test('another version, model or back-end does not get these answers', async () => {
  const own = await fingerprintOf({});
  const others: Record<string, string>[] = [
    { MODEL_BASE_URL: 'http://localhost:1/v1', MODEL_NAME: 'a' },
    { SEARCH_PRIMARY_URL: 'http://localhost:8888' },
    { READ_PAGES: 'off' },
    { CONTEXT_TOKENS: '1000' },
    { SEARCH_LANGUAGE: 'de' },
  ];
  for (const other of others) assert.notEqual(await fingerprintOf(other), own, JSON.stringify(other));
  assert.notEqual(await fingerprintOf({}, '2'), own);
});

test('settings for listening, logging and access change no answer', async () => {
  const own = await fingerprintOf({});
  const others: Record<string, string>[] = [
    { PORT: '4000' },
    { LOG_LEVEL: 'debug' },
    { API_KEYS: 'a' },
    { RATE_LIMIT: '9/minute' },
  ];
  for (const other of others) assert.equal(await fingerprintOf(other), own, JSON.stringify(other));
});

test('callers share what is cached from the web, and nothing that may hold documents', async () => {
  const areShared = async (environment: Readonly<Record<string, string>>) => {
    const { answers, searches, sources, verdicts } = await cachingOf(environment);
    return [answers, searches, sources, verdicts].map(
      (each) => each?.fingerprint({ name: 'a' }) === each?.fingerprint({ name: 'b' }),
    );
  };
  assert.deepEqual(await areShared({}), [true, true, true, true]);
  const documents = { SEARCH_SECONDARY_URL: 'file:/srv/notes.sqlite', SEARCH_SECONDARY_KIND: 'collection' };
  assert.deepEqual(await areShared(documents), [false, false, false, false]);
});
