import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { closedPort, serve, serveSockets } from '../../test/support/local-server.ts';
import { assertFailed, json, outcomeAt, page } from '../../test/support/search-replies.ts';
import { testUpstream } from '../../test/support/test-upstream.ts';
import { Failure } from '../core/failure.ts';
import type { SearchOutcome } from './backend.ts';
import { createSearxng, type SearxngOptions } from './searxng.ts';

const forever = new AbortController().signal;
const ANGOLA = { url: 'https://example.org/angola', title: 'Angola', content: 'Its capital is Luanda.' };
const EMPTY = {
  query: 'x',
  results: [],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [],
};

type Asking = { readonly text?: string } & Partial<Omit<SearxngOptions, 'upstream'>>;

function outcomeOf(listener: RequestListener, asking: Asking = {}): Promise<SearchOutcome> {
  const { text, ...options } = asking;
  return outcomeAt(
    listener,
    (upstream, url) => createSearxng({ upstream, url, timeoutMs: 2_000, ...options }),
    text === undefined ? {} : { text },
  );
}

/** The same at an address where the test has its own server, or none. */
async function searchAt(url: string, timeoutMs = 2_000): Promise<SearchOutcome> {
  await using upstream = testUpstream();
  return await createSearxng({ upstream, url, timeoutMs }).search(
    { text: 'x', limit: 5, language: 'auto' },
    forever,
  );
}

test('asks for JSON in a way that a stock limiter lets through', async () => {
  let asked: IncomingMessage | undefined;
  await outcomeOf((request, response) => {
    asked = request;
    json(EMPTY)(request, response);
  });
  assert.equal(asked?.url, '/search?format=json&q=x');
  assert.equal(asked.headers.accept, 'application/json, text/html;q=0.5');
  assert.equal(asked.headers['accept-language'], '*');
  assert.match(asked.headers['accept-encoding'] ?? '', /gzip/);
  assert.equal(asked.headers['user-agent'], 'Sayso/1 (test)');
});

test('finds the search under any spelling of the address', async () => {
  const asked: string[] = [];
  await using server = await serve((request, response) => {
    asked.push(request.url ?? '');
    json(EMPTY)(request, response);
  });
  for (const path of ['', '/', '/searx', '/searx/', '/searx/search', '/searx/search?categories=it']) {
    await searchAt(server.url + path);
  }
  assert.deepEqual(asked, [
    '/search?format=json&q=x',
    '/search?format=json&q=x',
    '/searx/search?format=json&q=x',
    '/searx/search?format=json&q=x',
    '/searx/search?format=json&q=x',
    '/searx/search?categories=it&format=json&q=x',
  ]);
});

test('asks in the language of the question before that of the settings, and in none for auto', async () => {
  const asked: (string | null)[] = [];
  const reply: RequestListener = (request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('language'));
    json(EMPTY)(request, response);
  };
  await outcomeOf(reply, { language: 'auto' });
  await outcomeOf(reply, { language: 'pt-BR' });
  await outcomeOf(reply, { language: 'bad\r\nHeader: x' });
  assert.deepEqual(asked, [null, 'pt-BR', null]);
});

test('sends words and never commands, and not more than 400 of them', async () => {
  const asked: string[] = [];
  const reply: RequestListener = (request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '');
    json(EMPTY)(request, response);
  };
  await outcomeOf(reply, { text: '!!g :fr what is <4' });
  await outcomeOf(reply, { text: '😀'.repeat(6_000) });
  assert.deepEqual(asked, ['g fr what is < 4', '😀'.repeat(400)]);
  assert.deepEqual(await outcomeOf(reply, { text: '!!' }), { status: 'empty' });
  assert.equal(asked.length, 2);
});

test('row 1: nobody listens', async () => {
  assertFailed(await searchAt(`http://127.0.0.1:${await closedPort()}`), 'network', /^connection refused$/);
});

test('row 2: it takes the connection and says nothing', async () => {
  await using server = await serveSockets(() => undefined);
  const startedAt = performance.now();
  assertFailed(await searchAt(server.url, 60), 'timeout', /^no answer within 60 ms$/);
  assert.ok(performance.now() - startedAt < 1_000);
  await server.noSocketsLeft();
});

test('row 3: JSON is switched off', async () => {
  const outcome = await outcomeOf(page('<h1>Forbidden</h1>', 403));
  assertFailed(outcome, 'configuration', /add json to search\.formats in its settings\.yml/);
});

test('row 4: the limiter refuses', async () => {
  assertFailed(await outcomeOf(page('Too Many Requests', 429)), 'rate', /limiter.*pass_ip.*server\.limiter/);
  const waiting = await outcomeOf(page('Too Many Requests', 429, { 'retry-after': '30' }));
  assert.ok(waiting.status === 'failed' && waiting.retryAfterMs === 30_000);
});

test('row 5: a redirect off the instance fails, one inside it to JSON is followed once', async () => {
  const to = (location: string) => outcomeOf(page('moved', 302, { location }));
  assertFailed(
    await to('https://search.example.org/search?q=x'),
    'protocol',
    /another host \(search\.example\.org\)/,
  );
  assertFailed(
    await to('/login'),
    'configuration',
    /redirects to http:\/\/127\.0\.0\.1:\d+\/login: set the URL/,
  );
  assertFailed(
    await to('https://127.0.0.1/search?q=x&format=json'),
    'configuration',
    /https:\/\/127\.0\.0\.1/,
  );
  assertFailed(await to('http://['), 'protocol', /redirects to nowhere/);
  assertFailed(await to('/search?q=x&format=json'), 'configuration', /redirects/);
  const outcome = await outcomeOf((request, response) => {
    if (request.url?.startsWith('/new/')) json({ ...EMPTY, results: [ANGOLA] })(request, response);
    else response.writeHead(308, { location: `/new${request.url}` }).end();
  });
  assert.equal(outcome.status, 'ok');
});

test('row 8: a parameter it does not accept is left out, once', async () => {
  const asked: string[] = [];
  const picky: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    const isBad = request.url?.includes('language') ?? false;
    json(
      isBad ? { error: 'Invalid value xx for parameter language' } : { ...EMPTY, results: [ANGOLA] },
      isBad ? 400 : 200,
    )(request, response);
  };
  assert.equal((await outcomeOf(picky, { language: 'xx' })).status, 'ok');
  assert.deepEqual(asked, ['/search?format=json&q=x&language=xx', '/search?format=json&q=x']);
  let calls = 0;
  const stubborn: RequestListener = (request, response) => {
    calls++;
    json({ error: 'No query' }, 400)(request, response);
  };
  assertFailed(await outcomeOf(stubborn), 'bad-parameter', /400/);
  assert.equal(calls, 1);
});

test('row 9: an error of its own', async () => {
  assertFailed(
    await outcomeOf(json({ error: 'search error' }, 500)),
    'upstream',
    /^it reports an error \(500\)$/,
  );
  assertFailed(await outcomeOf(page('<h1>Bad Gateway</h1>', 502)), 'upstream', /502/);
  assertFailed(await outcomeOf(page('', 404)), 'configuration', /404.*path/);
  assertFailed(await outcomeOf(page('', 418)), 'protocol', /418/);
});

test('row 15: more than anybody needs, at once, compressed or drop by drop', async () => {
  const huge = JSON.stringify({ ...EMPTY, query: 'x'.repeat(3_000_000) });
  const headers = { 'content-type': 'application/json' };
  assertFailed(
    await outcomeOf((_request, response) => response.writeHead(200, headers).end(huge)),
    'protocol',
    /larger than/,
  );
  const bomb: RequestListener = (_request, response) =>
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(huge));
  assertFailed(await outcomeOf(bomb), 'protocol', /larger than/);
  const drip: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  };
  assertFailed(await outcomeOf(drip, { timeoutMs: 60 }), 'timeout', /60 ms/);
});

test('throws the reason of the caller who leaves', async () => {
  await using server = await serveSockets(() => undefined);
  await using upstream = testUpstream();
  const caller = new AbortController();
  const backend = createSearxng({ upstream, url: server.url, timeoutMs: 2_000 });
  const search = backend.search({ text: 'x', limit: 5, language: 'auto' }, caller.signal);
  const left = new Failure('cancelled', 'Gone.');
  caller.abort(left);
  await assert.rejects(search, (error) => error === left);
  await server.noSocketsLeft();
});
