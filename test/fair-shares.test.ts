import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { McpCaller } from './support/mcp-caller.ts';
import { pageAt } from './support/page-host.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService, type TestService } from './support/service.ts';
import { until } from './support/until.ts';

/** The caller that asks for much, and the one that must not notice. */
const [BUSY, OTHER] = ['busy', 'other'];
const MANY = 20;
/** A server of pages that replies at once, except below `/held`. */
async function startHosts() {
  const held: ServerResponse[] = [];
  const counts = { asked: 0 };
  const listener: RequestListener = ({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (!url.startsWith('/held')) {
      counts.asked++;
      return void response.end(pageAt(url, 10));
    }
    held.push(response);
    response.write('x'.repeat(1_000));
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    held,
    counts,
    pages: (count: number, path: string) =>
      Array.from({ length: count }, (_, at) => `http://127.0.0.1:${port}/${path}/${at}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const start = (searchUrl: string, settings: Readonly<Record<string, string>> = {}) =>
  startTestService({
    SEARCH_PRIMARY_URL: searchUrl,
    MODEL_PROVIDER: 'extractive',
    API_KEYS: `${BUSY},${OTHER},third,fourth`,
    READ_PAGES: 'on',
    PAGE_ALLOW: '127.0.0.0/8',
    ANSWER_DEADLINE_MS: '60000',
    READ_TIMEOUT_MS: '60000',
    ...settings,
  });

/** Sends requests as callers with keys; disposed, the callers leave. */
function callersOf(service: TestService) {
  const leaving = new AbortController();
  return {
    post: (key: string | undefined, path: string, body: unknown) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key ?? '' },
        body: JSON.stringify(body),
        signal: leaving.signal,
      }),
    [Symbol.dispose]: () => leaving.abort(),
  };
}

const resultsOf = (urls: readonly string[]) =>
  withResults(urls.map((url) => ({ url, title: url, content: 'What lives in the lake.' })));

/** The number of sources whose pages were read. */
async function pagesRead(reply: Promise<Response>): Promise<number> {
  const { sources } = await (await reply).json();
  return sources.filter(({ basis }: { basis: string }) => basis === 'page').length;
}

test('reading for one caller leaves all places of answers, and half of those for reading', async () => {
  await using hosts = await startHosts();
  await using search = await startSearchServer(resultsOf(hosts.pages(1, 'quick')));
  await using service = await start(search.url, { MAX_CONCURRENT_ANSWERS: '8' });
  using callers = callersOf(service);
  const refusals: Response[] = [];
  for (let each = 0; each < 10; each++)
    callers
      .post(BUSY, '/extract', { urls: hosts.pages(MANY, `held/${each}`) })
      .then((reply) => refusals.push(reply))
      .catch(() => undefined);
  await until(() => refusals.length === 6);
  for (const { status, headers } of refusals)
    assert.deepEqual([status, headers.has('retry-after')], [503, true]);

  const answers = Array.from({ length: 8 }, (_, at) =>
    callers.post(OTHER, '/api/context', { query: `q${at}` }),
  );
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses, Array(8).fill(200));
  const { results } = await (
    await callers.post(OTHER, '/extract', { urls: hosts.pages(MANY, 'quick') })
  ).json();
  assert.equal(results.length, MANY);
});

test("pages of one caller that hang do not stop another caller's pages from the same host", async () => {
  await using hosts = await startHosts();
  await using search = await startSearchServer(resultsOf(hosts.pages(10, 'quick')));
  await using service = await start(search.url);
  using callers = callersOf(service);
  for (const each of [1, 2])
    callers.post(BUSY, '/extract', { urls: hosts.pages(MANY, `held/${each}`) }).catch(() => undefined);
  await until(() => hosts.held.length === 2);
  assert.equal(
    await pagesRead(
      callers.post(OTHER, '/api/context', { query: 'What lives in the lake?', num_sources: 10 }),
    ),
    10,
  );
  assert.equal(hosts.held.length, 2);
});

test('an answer without the pages that others held up is not cached', async () => {
  await using hosts = await startHosts();
  await using search = await startSearchServer(resultsOf(hosts.pages(5, 'quick')));
  await using service = await start(search.url, { ANSWER_CACHE_SECONDS: '60', READ_TIMEOUT_MS: '300' });
  using callers = callersOf(service);
  const ask = async () => {
    const query = 'What is an axolotl?';
    const reply = await callers.post(OTHER, '/api/ask', { query });
    assert.equal(reply.status, 200, await reply.text());
    return hosts.counts.asked;
  };
  const reading = [BUSY, 'third', 'fourth'].map((key) =>
    callers.post(key, '/extract', { urls: hosts.pages(2, `held/${key}`) }).catch(() => undefined),
  );
  await until(() => hosts.held.length === 6);
  assert.equal(await ask(), 0);
  for (const response of hosts.held) response.end('late');
  await Promise.all(reading);
  assert.notEqual(await ask(), 0, 'the same question is answered again, with its pages');
});

test('each address, answer and search, and every 30 texts, count towards the rate limit', async () => {
  await using hosts = await startHosts();
  await using search = await startSearchServer(resultsOf(hosts.pages(1, 'quick')));
  const settings = { RATE_LIMIT: '30/hour', API_KEYS: 'a,d,e,f,g,h,i' };
  await using service = await start(search.url, settings);
  using callers = callersOf(service);
  const urls = hosts.pages(MANY, 'quick');
  const rows: readonly [key: string, path: string, body: object, left: number][] = [
    ['a', '/extract', { urls }, 10],
    ['d', '/search', { query: 'x', include_answer: true, search_depth: 'advanced' }, 28],
    ['e', '/api/ask', { query: 'x', depth: 'deep' }, 25],
    ['h', '/extract', { urls }, 10],
    ['f', '/api/web_fetch', { url: urls[0] }, 29],
    ['g', '/api/ask', { query: 'x' }, 29],
    ['i', '/v1/rerank', { query: 'x', documents: Array(61).fill('y') }, 27],
  ];
  for (const [key, path, body, left] of rows) {
    const reply = await callers.post(key, path, body);
    assert.equal(reply.status, 200, `${path}: ${await reply.text()}`);
    assert.equal(reply.headers.get('ratelimit-remaining'), String(left), path);
  }
  // What does not fit is refused by address, and a request of which nothing fits as a whole.
  const partly = await (await callers.post('a', '/extract', { urls })).json();
  assert.deepEqual([partly.results.length, partly.failed_results.length], [10, 10]);
  assert.match(partly.failed_results[0].error, /Too many questions with this key: 30 are allowed/);
  const loaded = await callers.post('h', '/', { urls });
  assert.equal(loaded.status, 429, 'a format without a place for failures refuses all of them');
  const none = await callers.post('a', '/extract', { urls });
  assert.deepEqual([none.status, none.headers.has('retry-after')], [429, true]);
});

test('a batch of MCP has at most ten messages, of which one calls a tool and is counted', async () => {
  await using search = await startSearchServer();
  await using service = await start(search.url, { RATE_LIMIT: '2/hour', API_KEYS: 'a' });
  const caller = new McpCaller(service.url, undefined, '/mcp', { 'x-api-key': 'a' });
  const post = async (batch: readonly unknown[]) => {
    const reply = await caller.post(batch);
    const text = await reply.text();
    return { status: reply.status, text, left: reply.headers.get('ratelimit-remaining') };
  };
  const lists = (count: number) => Array.from({ length: count }, () => caller.message('tools/list'));
  const many = await post(lists(100));
  assert.equal(many.status, 400);
  assert.match(JSON.parse(many.text).error.message, /at most 10 messages/);
  assert.ok(many.text.length < 200, many.text);
  assert.equal((await post(lists(10))).status, 200);
  const call = (name: string) => caller.message('tools/call', { name, arguments: { query: 'axolotl' } });
  assert.equal((await post([call('search'), call('fetch')])).status, 400);
  assert.deepEqual(
    [(await post([call('search'), ...lists(9)])).left, (await post([call('search')])).left],
    ['1', '0'],
  );
  assert.equal((await post([call('search')])).status, 429);
});
