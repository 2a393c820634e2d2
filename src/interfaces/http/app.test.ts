import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { createLog } from '../../observe/log.ts';
import { canonicalPath, createApp } from './app.ts';
import type { HttpOptions } from './hooks.ts';
import type { Protocol } from './protocol.ts';

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
  const protocol: Protocol = {
    prefixes: ['/'],
    isOpenToPages: true,
    sendProblem: ({ message }, _request, reply) => reply.send({ error: message }),
    addRoutes(app, stopping) {
      signal = stopping;
      app.get('/who', async ({ ip }) => ({ ip }));
      app.post('/who', async ({ body }) => ({ body }));
      app.get('/files/*', async () => 'file');
      app.get('/assets/main-ABCDEFG1.js', async () => 'script');
    },
  };
  const running = await createApp(options, [protocol]);
  return { ...running, begun, ended, signal: () => signal };
}

test('once told to refuse, the service refuses every request; running ones end with the abort', async () => {
  const { app, refuse, abort, signal } = await startApp();
  assert.equal((await app.inject('/who')).statusCode, 200);
  refuse();
  const refused = await app.inject('/who');
  assert.deepEqual(
    [refused.statusCode, refused.headers['retry-after'], refused.headers.connection],
    [503, '5', 'close'],
  );
  assert.equal(signal()?.aborted, false);
  abort();
  assert.ok(signal()?.reason instanceof Failure);
  assert.equal(signal()?.reason.code, 'stopping');
  assert.equal(signal()?.reason.retryAfterMs, 5000);
  await app.close();
});

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

test('a path that lacks the method names those that it supports; an unknown path names none', async () => {
  const { app } = await startApp();
  const put = await app.inject({ method: 'PUT', url: '/who?q=1' });
  assert.deepEqual([put.statusCode, put.headers.allow], [405, 'GET, POST, OPTIONS']);
  assert.equal(put.json().error, 'This path does not support PUT; it supports GET, POST, OPTIONS.');
  const below = await app.inject({ method: 'PUT', url: '/files/a' });
  assert.deepEqual([below.statusCode, below.headers.allow], [405, 'GET, OPTIONS']);
  for (const url of ['/files', '/nothing', '/who/more', '/']) {
    const reply = await app.inject({ method: 'PUT', url });
    assert.deepEqual([reply.statusCode, reply.headers.allow], [404, undefined], url);
  }
  const errorAt = async (url: string) => (await app.inject(url)).json().error;
  assert.equal(await errorAt('/nothing'), 'There is nothing at this path.');
  const near = 'There is nothing at this path. Paths that begin with `/files`: /files/*.';
  assert.equal(await errorAt('/files'), near);
  const browser = await app.inject({ url: '/no/such/page', headers: { accept: 'text/html,*/*' } });
  assert.equal(browser.statusCode, 404);
  assert.match(browser.body, /<a href="\.\/\.\.\/\.\.\/">/, 'a person gets a way to the page');
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

test('an address that is not one gets a reply that scripts of any origin can read', async () => {
  const { app } = await startApp();
  const reply = await app.inject('/%c0%ae%');
  assert.equal(reply.statusCode, 400);
  assert.deepEqual(reply.json(), { error: 'The address is not a valid URL.' });
  assert.equal(reply.headers['access-control-allow-origin'], '*');
  assert.equal(reply.headers['x-content-type-options'], 'nosniff');
  assert.match(String(reply.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  await app.close();
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

test('a body is JSON of any media type for JSON, not compressed, and in UTF-8', async () => {
  const { app } = await startApp();
  const post = async (type: string, headers: Record<string, string> = {}, payload = '{"a":1}') => {
    const sent = { 'content-type': type, ...headers };
    const reply = await app.inject({ method: 'POST', url: '/who', headers: sent, payload });
    return reply.statusCode === 200 ? reply.json().body : [reply.statusCode, reply.json().error];
  };
  for (const type of [
    ...['application/json', 'Application/JSON', 'application/ld+json', 'application/vnd.a-b.c+json ;x=y'],
    ...[
      'application/json; charset=UTF-8',
      'application/json;charset="utf8"',
      'application/json; charset=us-ascii',
    ],
  ])
    assert.deepEqual(await post(type), { a: 1 }, type);
  for (const type of ['text/plain', 'application/jsonp', 'text/json', 'x-application/json']) {
    assert.deepEqual(await post(type), [
      415,
      'The body must be JSON: send it with `Content-Type: application/json`.',
    ]);
    assert.equal(await post(type, {}, ''), undefined);
  }
  const latin = 'application/json; charset=iso-8859-1';
  for (const type of [latin, 'application/json; charset=xutf-8', 'application/json; charset=utf-81'])
    assert.deepEqual(await post(type), [415, 'The body must be in UTF-8: leave out `charset`.'], type);
  const compressed = [415, 'The body must not be compressed: leave out `Content-Encoding`.'];
  assert.deepEqual(await post('application/json', { 'content-encoding': 'gzip' }), compressed);
  assert.deepEqual(await post('application/json', { 'content-encoding': 'Identity' }), { a: 1 });
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

test('a tunnel and an expectation that nobody knows are refused on the connection itself', async () => {
  const { app } = await startApp();
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  for (const [head, reply] of [
    [
      'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example',
      /^HTTP\/1\.1 405 .*\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/s,
    ],
    ['GET /who HTTP/1.1\r\nHost: localhost\r\nExpect: tea', /^HTTP\/1\.1 417 /],
  ] as const) {
    const client = connect(Number(port), '127.0.0.1');
    client.write(`${head}\r\n\r\n`);
    assert.match(await text(client), reply);
  }
  await app.close();
});
