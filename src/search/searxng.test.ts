import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { closedPort, type LocalServer, serve, serveSockets } from '../../test/local-server.ts';
import { testUpstream } from '../../test/test-upstream.ts';
import { Failure } from '../core/failure.ts';
import type { FailedReason, SearchOutcome } from './backend.ts';
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

type Reply = (response: ServerResponse, request: IncomingMessage) => void;
type Asking = { readonly text?: string; readonly language?: string } & Partial<
  Omit<SearxngOptions, 'upstream'>
>;

const json =
  (body: unknown, status = 200): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const page =
  (html: string, status: number, headers = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  };

async function searchAt(server: LocalServer, asking: Asking = {}): Promise<SearchOutcome> {
  await using upstream = testUpstream();
  const { text = 'x', language = 'auto', ...options } = asking;
  const backend = createSearxng({ upstream, url: server.url, timeoutMs: 2_000, ...options });
  return await backend.search({ text, limit: 5, language }, forever);
}

async function outcomeOf(reply: Reply, asking: Asking = {}): Promise<SearchOutcome> {
  await using server = await serve((request, response) => reply(response, request));
  const outcome = await searchAt(server, asking);
  await server.noSocketsLeft();
  return outcome;
}

function assertFailed(outcome: SearchOutcome, reason: FailedReason, cause: RegExp): void {
  assert.ok(outcome.status === 'failed', JSON.stringify(outcome));
  assert.equal(outcome.reason, reason);
  assert.match(outcome.cause, cause);
}

test('asks for JSON in a way that a stock limiter lets through', async () => {
  let asked: IncomingMessage | undefined;
  await outcomeOf((response, request) => {
    asked = request;
    json(EMPTY)(response, request);
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
    json(EMPTY)(response, request);
  });
  for (const path of ['', '/', '/searx', '/searx/', '/searx/search', '/searx/search?categories=it']) {
    await searchAt(server, { url: server.url + path });
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
  const reply: Reply = (response, request) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('language'));
    json(EMPTY)(response, request);
  };
  await outcomeOf(reply, { language: 'auto' });
  await outcomeOf(reply, { language: 'pt-BR' });
  await outcomeOf(reply, { language: 'bad\r\nHeader: x' });
  assert.deepEqual(asked, [null, 'pt-BR', null]);
});

test('sends words and never commands, and not more than 400 of them', async () => {
  const asked: string[] = [];
  const reply: Reply = (response, request) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '');
    json(EMPTY)(response, request);
  };
  await outcomeOf(reply, { text: '!!g :fr what is <4' });
  await outcomeOf(reply, { text: '😀'.repeat(6_000) });
  assert.deepEqual(asked, ['g fr what is < 4', '😀'.repeat(400)]);
  assert.deepEqual(await outcomeOf(reply, { text: '!!' }), { status: 'empty' });
  assert.equal(asked.length, 2);
});

test('brings results in their order, cleaned, from SearXNG and from searx', async () => {
  const body = {
    ...EMPTY,
    number_of_results: 0,
    results: [
      { ...ANGOLA, engines: ['a'], score: 1, publishedDate: null, content: "'''Angola''' &amp; [[Luanda]]" },
      { title: 'a value without an address', content: 'x' },
      { url: 'https://example.org/2', title: null, content: 7 },
      'nonsense',
    ],
  };
  assert.deepEqual(await outcomeOf(json(body)), {
    status: 'ok',
    hits: [
      { url: ANGOLA.url, title: 'Angola', snippet: 'Angola & Luanda' },
      { url: 'https://example.org/2', title: 'example.org', snippet: '' },
    ],
  });
});

test('row 1: nobody listens', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  await using server = await serve(() => undefined);
  assertFailed(await searchAt(server, { url }), 'network', /^connection refused$/);
});

test('row 2: it takes the connection and says nothing', async () => {
  await using server = await serveSockets(() => undefined);
  const startedAt = performance.now();
  assertFailed(await searchAt(server, { timeoutMs: 60 }), 'timeout', /^no answer within 60 ms$/);
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
  const outcome = await outcomeOf((response, request) => {
    if (request.url?.startsWith('/new/')) json({ ...EMPTY, results: [ANGOLA] })(response, request);
    else response.writeHead(308, { location: `/new${request.url}` }).end();
  });
  assert.equal(outcome.status, 'ok');
});

test('row 6: something else than JSON', async () => {
  assertFailed(await outcomeOf(page('<form>Log in</form>', 200)), 'protocol', /web page instead of JSON/);
  assertFailed(await outcomeOf(page('<p>Please solve this CAPTCHA', 200)), 'blocked', /people from robots/);
  assertFailed(await outcomeOf(page('<div id="challenge-form">', 403)), 'blocked', /people from robots/);
  const broken: Reply = (response) =>
    response.setHeader('content-type', 'application/json').end('{"results": [');
  assertFailed(await outcomeOf(broken), 'protocol', /not JSON/);
  assertFailed(await outcomeOf((response) => response.writeHead(204).end()), 'protocol', /empty/);
});

test('row 7: JSON that is no search result', async () => {
  assertFailed(
    await outcomeOf(json({ error: 'internal detail' })),
    'upstream',
    /^it reports an error instead of results$/,
  );
  for (const body of [{}, [], null, 7, 'x', { results: {} }, { results: null }]) {
    assertFailed(await outcomeOf(json(body)), 'protocol', /no list of results/);
  }
});

test('row 8: a parameter it does not accept is left out, once', async () => {
  const asked: string[] = [];
  const picky: Reply = (response, request) => {
    asked.push(request.url ?? '');
    const isBad = request.url?.includes('language') ?? false;
    json(
      isBad ? { error: 'Invalid value xx for parameter language' } : { ...EMPTY, results: [ANGOLA] },
      isBad ? 400 : 200,
    )(response, request);
  };
  assert.equal((await outcomeOf(picky, { language: 'xx' })).status, 'ok');
  assert.deepEqual(asked, ['/search?format=json&q=x&language=xx', '/search?format=json&q=x']);
  let calls = 0;
  const stubborn: Reply = (response, request) => {
    calls++;
    json({ error: 'No query' }, 400)(response, request);
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

test('row 10: nothing found because its engines did not answer', async () => {
  const engines = ['a', 'b<b>', 'c', 'd', 'e', 'f'].map((name) => [name, 'Suspended: too many requests']);
  const outcome = await outcomeOf(json({ ...EMPTY, unresponsive_engines: engines }));
  assertFailed(
    outcome,
    'upstream',
    /^it found nothing, and 6 of its engines did not answer \(a, b, c, d, \.\.\.\)$/,
  );
  assertFailed(
    await outcomeOf(json({ results: [], unresponsive_engines: [7] })),
    'upstream',
    /1 of its engines did/,
  );
});

test('row 11: nothing found', async () => {
  assert.deepEqual(await outcomeOf(json(EMPTY)), { status: 'empty' });
  assert.deepEqual(await outcomeOf(json({ results: [] })), { status: 'empty' });
});

test('row 12: results beside engines that did not answer are results', async () => {
  const body = { ...EMPTY, results: [ANGOLA], unresponsive_engines: [['a', 'timeout']] };
  assert.equal((await outcomeOf(json(body))).status, 'ok');
});

test('row 13: answers and infoboxes alone are evidence, and come before results', async () => {
  const infobox = {
    infobox: 'Angola',
    id: 'Q916',
    content: 'A country in <b>Africa</b>.',
    urls: [{ title: 'Site', url: 'https://example.org/box' }],
    attributes: [
      { label: 'Capital', value: 'Luanda' },
      { label: 'Flag', image: {} },
    ],
  };
  const answers = [
    { answer: 'Luanda', url: 'https://example.org/answer' },
    'min: 1',
    { answer: 'max: 5', url: null },
    {},
  ];
  const outcome = await outcomeOf(json({ ...EMPTY, answers, infoboxes: [infobox], results: [ANGOLA] }), {
    text: 'capital of Angola',
  });
  assert.ok(outcome.status === 'ok');
  assert.deepEqual(
    outcome.hits.map(({ url, snippet }) => [url.replace(/127.0.0.1:\d+/, 'here'), snippet]),
    [
      ['https://example.org/answer', 'Luanda'],
      ['http://here/search?q=capital%20of%20Angola', 'min: 1 · max: 5'],
      ['https://example.org/box', 'A country in Africa. Capital: Luanda'],
      [ANGOLA.url, ANGOLA.content],
    ],
  );
  assert.equal((await outcomeOf(json({ ...EMPTY, answers: ['4'] }))).status, 'ok');
  assert.equal((await outcomeOf(json({ ...EMPTY, infoboxes: [{ ...infobox, urls: [] }] }))).status, 'empty');
});

test('row 14: results without a usable address are none', async () => {
  const results = [{ title: 'x' }, { url: 'javascript:alert(1)' }, { url: 'http://169.254.169.254/' }, null];
  assert.deepEqual(await outcomeOf(json({ ...EMPTY, results })), { status: 'empty' });
});

test('row 15: more than anybody needs, at once, compressed or drop by drop', async () => {
  const huge = JSON.stringify({ ...EMPTY, query: 'x'.repeat(3_000_000) });
  const headers = { 'content-type': 'application/json' };
  assertFailed(
    await outcomeOf((response) => response.writeHead(200, headers).end(huge)),
    'protocol',
    /larger than/,
  );
  const bomb: Reply = (response) =>
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(huge));
  assertFailed(await outcomeOf(bomb), 'protocol', /larger than/);
  const drip: Reply = (response) => {
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

test('never throws and never brings anything but web addresses, whatever comes back', async () => {
  let reply: { status: number; type: string; body: Uint8Array } | undefined;
  await using server = await serve((_request, response) => {
    response.writeHead(reply?.status ?? 500, { 'content-type': reply?.type ?? '', location: '/elsewhere' });
    response.end(reply?.body);
  });
  await using upstream = testUpstream();
  const backend = createSearxng({ upstream, url: server.url, timeoutMs: 2_000 });
  const anything = fc.oneof({ maxDepth: 3 }, fc.jsonValue(), fc.webUrl(), fc.constant('javascript:alert(1)'));
  const result = fc.record({ url: anything, title: anything, content: anything }, { requiredKeys: [] });
  const shaped = fc.record(
    {
      results: fc.oneof(fc.array(result), anything),
      answers: fc.oneof(fc.array(fc.record({ answer: anything, url: anything })), anything),
      infoboxes: fc.oneof(fc.array(fc.record({ id: anything, urls: anything, content: anything })), anything),
      unresponsive_engines: fc.oneof(fc.array(fc.array(anything)), anything),
      error: anything,
    },
    { requiredKeys: [] },
  );
  const text = fc
    .oneof(shaped, shaped, anything)
    .map((body) => new TextEncoder().encode(JSON.stringify(body)));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        status: fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, fc.integer({ min: 200, max: 599 })),
        type: fc.constantFrom('application/json', 'application/json; charset=latin1', 'text/html', ''),
        body: fc.oneof({ weight: 3, arbitrary: text }, fc.uint8Array()),
      }),
      async (next) => {
        reply = next;
        const outcome = await backend.search({ text: 'x', limit: 5, language: 'de' }, forever);
        if (outcome.status === 'ok') for (const hit of outcome.hits) assert.match(hit.url, /^https?:\/\//i);
        else assert.ok(outcome.status === 'empty' || outcome.cause !== '');
      },
    ),
    { numRuns: 300 },
  );
});
