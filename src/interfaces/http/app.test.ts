import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createLog } from '../../observe/log.ts';
import { canonicalPath, createApp } from './app.ts';
import type { HttpOptions } from './hooks.ts';
import type { Interface } from './interface.ts';

type Watched = Parameters<HttpOptions['observeRequest']>[0];

/**
 * An app with a few routes, the recorded events of its requests, and the stop signal passed to its routes.
 */
async function startApp(given: Partial<HttpOptions> = {}) {
  const begun: Watched[] = [];
  const ended: number[] = [];
  const observeRequest = (request: Watched) => {
    begun.push(request);
    return { isStream: () => undefined, end: (status: number) => ended.push(status) };
  };
  const options: HttpOptions = {
    log: createLog('silent'),
    observeRequest,
    guard: null,
    rateLimit: null,
    trustProxy: [],
    maxBodyBytes: 100,
    maxQueryChars: 100,
    longestAnswerMs: 1000,
    pages: { allowedOrigins: [], publicUrl: null, checksHost: false },
    ...given,
  };
  let signal: AbortSignal | null = null;
  const plain: Interface<null> = {
    prefixes: ['/'],
    name: 'rest',
    isOpenToPages: true,
    addRoutes(app) {
      signal = app.stopping;
      app.get('/who', async ({ ip }) => ({ ip }));
      app.post('/who', async ({ body }) => ({ body }));
      app.get('/files/*', async () => 'file');
      app.get('/assets/main-ABCDEFG1.js', async () => 'script');
    },
  };
  const running = await createApp(options, [plain], null);
  return { ...running, begun, ended, signal: () => signal };
}

test('every reply has the id under which the request is watched, another one each time', async () => {
  const { app, begun, ended } = await startApp();
  const ids = [];
  for (const url of ['/who', '/nothing', '/who?q=%zz']) {
    const reply = await app.inject(url);
    ids.push(reply.headers['x-request-id']);
  }
  assert.deepEqual(
    begun.map(({ id }) => id),
    ids,
  );
  assert.equal(new Set(ids).size, 3);
  assert.deepEqual(ended, [200, 404, 400]);
  await app.close();
});

test('requests are recorded by the path of their route, without text from callers', async () => {
  const { app, begun } = await startApp();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await app.inject({ url: '/who?q=secret', headers: { traceparent } });
  await app.inject('/made-up');
  await app.inject('/files/a/b');
  await app.inject('/assets/main-ABCDEFG1.js');
  await app.inject({ method: 'PROPFIND' as 'GET', url: '/who' }).catch(() => undefined);
  assert.deepEqual(
    begun.map(({ method, route, traceparent: sent }) => [method, route, sent]),
    [
      ['GET', '/who', traceparent],
      ['GET', '', undefined],
      ['GET', '/files/*', undefined],
      ['GET', '/*', undefined],
      ...begun.slice(4).map(() => ['_OTHER', '', undefined]),
    ],
  );
  await app.close();
});

test('only a trusted proxy names the caller, and a longer body is refused', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  const distrusting = await startApp();
  assert.equal((await distrusting.app.inject({ url: '/who', headers })).json().ip, '127.0.0.1');
  const post = (text: string) => distrusting.app.inject({ method: 'POST', url: '/who', payload: { text } });
  assert.equal((await post('x'.repeat(80))).statusCode, 200);
  assert.equal((await post('x'.repeat(100))).statusCode, 413);
  await distrusting.app.close();
  const trusting = await startApp({ trustProxy: ['127.0.0.1'] });
  assert.equal((await trusting.app.inject({ url: '/who', headers })).json().ip, '192.0.2.1');
  const withPort = { 'x-forwarded-for': '192.0.2.1:4711' };
  assert.equal((await trusting.app.inject({ url: '/who', headers: withPort })).json().ip, '192.0.2.1');
  await trusting.app.close();
});

test('a request is logged with its id and without its question', async () => {
  const lines: string[] = [];
  const { app } = await startApp({ log: createLog('info', { write: (line) => void lines.push(line) }) });
  const reply = await app.inject('/who?q=secret');
  const line = JSON.parse(lines.at(-1) ?? '');
  assert.deepEqual(
    [line.message, line.method, line.path, line.status, line.requestId],
    ['request', 'GET', '/who', 200, reply.headers['x-request-id']],
  );
  assert.ok(Number.isInteger(line.tookMs) && line.tookMs >= 0);
  assert.doesNotMatch(lines.join(''), /secret/);
  await app.close();
});

test('a connection on which nothing was asked is closed like an idle one', async () => {
  const { app, closeIdle } = await startApp();
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const early = connect(Number(port), hostname).resume();
  await once(app.server, 'connection');
  closeIdle();
  await once(early, 'close');
  await app.close();
});

test('slashes that are too many count for nothing, and a query string stays as it is', async () => {
  const { app } = await startApp();
  for (const url of ['/who/', '//who', '/who//?q=a//b/', '///who///'])
    assert.equal((await app.inject({ method: 'GET', url: `http://localhost${url}` })).statusCode, 200, url);
  await app.close();
  for (const [url, canonical] of Object.entries({
    ...{ '/': '/', '//': '/', '/a/': '/a', '/a//b': '/a/b', '/a/?q=//': '/a?q=//', '/a?q=/': '/a?q=/' },
    ...{ '*': '*', 'http://a//b/': 'http://a//b/' },
  }))
    assert.equal(canonicalPath({ url }), canonical, url);
  assert.equal(canonicalPath({}), '/');
});
