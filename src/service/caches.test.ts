import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveSockets } from '../../test/support/local-server.ts';
import { until } from '../../test/support/until.ts';
import { loadSettings } from '../config/load.ts';
import { createLog } from '../observe/log.ts';
import { openCaches } from './caches.ts';

const cachingOf = async (environment: Readonly<Record<string, string>>, version = '1') =>
  openCaches(loadSettings(environment).settings, version, {
    log: createLog('silent'),
    count: () => undefined,
    collectionsOf: () => [],
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

test('instances that share a Redis count together, under keys that reveal nothing', async () => {
  let sent = '';
  await using server = await serveSockets((socket) => {
    socket.on('data', (data) => {
      sent += data;
      // Several commands may arrive at once; each begins with the number of its parts, and gets a reply.
      for (const command of String(data)
        .split(/^\*\d+\r\n/m)
        .slice(1))
        socket.write(/EVAL/i.test(command) ? '*2\r\n:3\r\n:500\r\n' : '$17\r\nredis_version:7.0\r\n');
    });
  });
  const caches = await cachingOf({ REDIS_URL: `redis://127.0.0.1:${server.port}` });
  // A reply that takes longer than 25 ms is ignored; on a busy machine, that can happen.
  let counted: unknown = null;
  await until(async () => {
    counted = await caches.countShared?.('203.0.113.7', 1000, { units: 1, max: 5 });
    return counted !== null;
  });
  assert.deepEqual(counted, { count: 3, leftMs: 500 });
  assert.match(sent, /rate:[\w-]{43}\r/);
  assert.doesNotMatch(sent, /203\.0\.113\.7/);
  caches.close();
  assert.equal(await caches.countShared?.('203.0.113.7', 1000, { units: 1, max: 5 }), null);
});
