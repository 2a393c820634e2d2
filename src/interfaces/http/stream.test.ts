import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilSettled } from '../../../test/support/until.ts';
import { createLog } from '../../observe/log.ts';
import { createApp } from './app.ts';
import { replyWithStream, type StreamFormat, toStream } from './stream.ts';

const request = { id: 'r', log: createLog('silent') };

const format: StreamFormat<string> = { frame: (text) => text, failure: ({ status }) => `failed ${status}` };

const textOf = async (events: AsyncGenerator<string>, options: Partial<StreamFormat<string>> = {}) =>
  Buffer.concat(await (await toStream(events, { ...format, ...options }, request)).toArray()).toString();

test('heartbeats are sent while no event comes, and never after the end', async () => {
  const silence = Promise.withResolvers<string>();
  async function* events() {
    yield await silence.promise;
  }
  const stream = await toStream(events(), { ...format, heartbeat: { text: '.', silenceMs: 1 } }, request);
  let told = '';
  for await (const chunk of stream) {
    told += chunk;
    if (told === '..') silence.resolve('data');
  }
  assert.match(told, /^\.{2,}data$/);
});

test('a failure before the answer is certain is thrown; a later one is a part of the stream', async () => {
  async function* events() {
    yield 'a';
    yield 'b';
    throw new Error('broken');
  }
  await assert.rejects(textOf(events(), { isCertain: (event) => event === 'c' }), /broken/);
  assert.equal(await textOf(events(), { isCertain: (event) => event === 'b' }), 'abfailed 500');
  assert.equal(await textOf(events()), 'abfailed 500');
});

test('a reply is held back no longer than half a second for an answer to be certain', async () => {
  const found = Promise.withResolvers<void>();
  async function* events() {
    yield 'a';
    await found.promise;
    yield 'b';
    throw new Error('broken');
  }
  const stream = await toStream(events(), { ...format, isCertain: (event) => event === 'c' }, request);
  found.resolve();
  assert.equal(Buffer.concat(await stream.toArray()).toString(), 'abfailed 500');
});

test('other tasks run after each frame that takes long, and only then', async (t) => {
  async function* events() {
    yield* ['a', 'b', 'c'];
  }
  const order: string[] = [];
  const frame = (text: string) => {
    order.push(text);
    setImmediate(() => order.push('other'));
    const until15Ms = performance.now() + 15;
    while (performance.now() < until15Ms);
    return text;
  };
  assert.equal(await textOf(events(), { frame }), 'abc');
  assert.equal(order.join(' '), 'a other b other c other');
  order.length = 0;
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => (nowMs += 0.1));
  const quick = (text: string) => {
    order.push(text);
    setImmediate(() => order.push('other'));
    return text;
  };
  assert.equal(await textOf(events(), { frame: quick }), 'abc');
  assert.equal(order.slice(0, 3).join(' '), 'a b c');
});

test('a caller who leaves ends the events', async () => {
  const ended = Promise.withResolvers<void>();
  async function* endless() {
    try {
      while (true) yield 'a';
    } finally {
      ended.resolve();
    }
  }
  for await (const _ of await toStream(endless(), format, request)) break;
  await ended.promise;
});

test('a caller who leaves before the first byte of a stream leaves no error in the log', async () => {
  const lines: string[] = [];
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<void>();
  async function* events() {
    asked.resolve();
    yield* await silence.promise.then(() => ['a']);
  }
  const { app } = await createApp(
    {
      log: createLog('debug', { write: (line) => lines.push(line) }),
      observeRequest: () => ({ isStream: () => undefined, end: () => ended.resolve() }),
      ...{ guard: null, rateLimit: null, trustProxy: [], maxBodyBytes: 100, maxQueryChars: 100 },
      longestAnswerMs: 60_000,
      pages: { allowedOrigins: [], publicUrl: null, checksHost: false },
    },
    [
      {
        prefixes: ['/'],
        name: 'rest',
        isOpenToPages: true,
        addRoutes: (own) =>
          void own.post('/', (request, reply) => replyWithStream({ request, reply }, events(), format)),
      },
    ],
    null,
  );
  const leaving = new AbortController();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const call = fetch(url, { ...body, signal: leaving.signal }).catch(() => null);
  await asked.promise;
  leaving.abort();
  await call;
  await ended.promise;
  silence.resolve();
  await untilSettled();
  await app.close();
  assert.deepEqual(
    lines.filter((line) => line.includes('"level":50')),
    [],
  );
});
