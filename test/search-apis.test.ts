import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from './support/local-server.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { hanging, startSearchServer, withResults, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const site = await serve((_request, response) => {
  const text = 'The axolotl keeps its gills for life. It can grow a lost leg again within weeks. ';
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><html lang="en"><title>Axolotl</title><article><p>${text.repeat(8)}</p></article>`,
  );
});
const RESULTS = [
  {
    url: `${site.url}/a`,
    title: 'Axolotl',
    content: 'It keeps its gills.',
    publishedDate: '2026-01-31T08:00:00',
  },
  { url: 'https://lakes.test/x', title: 'Lake', content: 'Home to the axolotl.' },
];
const found = withResults(RESULTS);
const search = await startSearchServer(found);
const model = await startModelServer(streaming('It keeps', ' its gills [1].'));
const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, PAGE_ALLOW: '127.0.0.1/32' };
const service = await startTestService({ ...settings, READ_PAGES: 'on' });
const guarded = await startTestService({ ...settings, API_KEYS: 'k' });
const impatient = await startTestService({ ...settings, ANSWER_DEADLINE_MS: '200' });

after(async () => {
  for (const each of [service, guarded, impatient, model, search, site]) await each[Symbol.asyncDispose]();
});
beforeEach(() => {
  search.script = found;
});

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, to = service, headers: Record<string, string> = {}) =>
  fetch(to.url + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
const bodyOf = async (reply: Promise<Response>, status = 200) => {
  const response = await reply;
  const text = await response.text();
  assert.equal(response.status, status, text);
  return JSON.parse(text);
};

test('SearXNG: the same reply for GET, a form, JSON, and parameters beside an empty JSON body', async () => {
  const byGet = await bodyOf(fetch(`${service.url}/search?format=json&q=axolotl`));
  const [first] = byGet.results;
  assert.deepEqual(
    [first.title, first.content, first.engine, first.positions],
    ['Axolotl', 'It keeps its gills.', 'engine_a', [1]],
  );
  assert.deepEqual(first.parsed_url.slice(0, 3), ['http', new URL(site.url).host, '/a']);
  assert.equal(byGet.number_of_results, 2);
  for (const name of ['answers', 'corrections', 'infoboxes', 'suggestions', 'unresponsive_engines'])
    assert.deepEqual(byGet[name], [], name);
  const form = new URLSearchParams({ q: 'axolotl', format: 'json' });
  for (const init of [{ body: form }, { body: '{"q":"axolotl"}', headers: json }])
    assert.deepEqual(await bodyOf(fetch(`${service.url}/search`, { method: 'POST', ...init })), byGet);
  const inAddress = fetch(`${service.url}/search?${form}`, { method: 'POST', headers: json });
  assert.deepEqual(await bodyOf(inAddress), byGet);
});

test('SearXNG: the plain page for browsers stays at /search', async () => {
  for (const query of ['q=axolotl', 'q=axolotl&format=html', 'q=format%3Djson']) {
    const response = await fetch(`${service.url}/search?${query}`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/, query);
    await response.text();
  }
});

test('SearXNG: slots that failed are unresponsive engines', async () => {
  search.script = withStatus(500);
  const { results, unresponsive_engines: unresponsive } = await bodyOf(
    fetch(`${service.url}/search?format=json&q=dead`),
  );
  assert.deepEqual(results, []);
  assert.match(unresponsive[0][1], /500/);
});

test('Tavily: results, an answer on request, and the text of pages on request', async () => {
  const body = await bodyOf(post('/search', { query: 'axolotl', max_results: 1 }));
  const [result, ...others] = body.results;
  assert.deepEqual([body.query, body.images, others], ['axolotl', [], []]);
  assert.deepEqual(result, {
    ...{ title: 'Axolotl', url: `${site.url}/a`, content: 'It keeps its gills.', score: 1 },
    published_date: result.published_date,
  });
  assert.equal(typeof body.response_time, 'number');
  const answered = await bodyOf(post('/search', { query: 'axolotl gills', include_answer: 'basic' }));
  assert.equal(answered.answer, 'It keeps its gills [1].');
  const raw = await bodyOf(
    post('/search', { query: 'axolotl leg', include_raw_content: true, search_depth: 'advanced' }),
  );
  assert.match(raw.results[0].raw_content, /grow a lost leg again/);
  const without = { query: 'axolotl', exclude_domains: ['https://lakes.test/path'], country: 'germany' };
  assert.equal((await bodyOf(post('/search', without))).results.length, 1);
});

test('Tavily: extract returns the text of pages, and the reason for those that were not read', async () => {
  const body = await bodyOf(post('/extract', { urls: [`${site.url}/a`, 'http://10.0.0.1/'] }));
  assert.equal(body.results[0].url, `${site.url}/a`);
  assert.match(body.results[0].raw_content, /keeps its gills/);
  assert.equal(body.failed_results[0].url, 'http://10.0.0.1/');
  assert.notEqual(body.failed_results[0].error, '');
});

test('Ollama: web search and web fetch; Open WebUI: a list without an object', async () => {
  const { results } = await bodyOf(post('/api/web_search', { query: 'axolotl leg', max_results: 1 }));
  assert.deepEqual(Object.keys(results[0]), ['title', 'url', 'content']);
  assert.match(results[0].content, /grow a lost leg/);
  const page = await bodyOf(post('/api/web_fetch', { url: `${site.url}/a` }));
  assert.deepEqual([page.title, page.links], ['Axolotl', []]);
  const list = await bodyOf(post('/search/external', { query: 'axolotl', count: 1 }));
  assert.deepEqual(list, [{ link: `${site.url}/a`, title: 'Axolotl', snippet: 'It keeps its gills.' }]);
});

/** A request of each service, and where its clients look for the message of an error. */
const DIALECTS = [
  ['tavily', '/search', { query: 'x' }, ['detail', 'error']],
  ['ollama', '/api/web_search', { query: 'x' }, ['error']],
  ['open-webui', '/search/external', { query: 'x' }, ['error']],
] as const;
/** The value at a place in a reply. */
const at = (body: unknown, place: readonly string[]): string =>
  String(place.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), body));

test('failed slots, a deadline and a missing key are reported where each client looks', async () => {
  model.script = (response) => response.writeHead(500).end();
  for (const [name, path, body, place] of DIALECTS) {
    search.script = withStatus(500);
    assert.match(at(await bodyOf(post(path, body), 502), place), /search failed/i, name);
    search.script = hanging;
    assert.match(at(await bodyOf(post(path, body, impatient), 502), place), /search failed/i, name);
    assert.match(at(await bodyOf(post(path, body, guarded), 401), place), /key/i, name);
  }
  model.script = streaming('It keeps', ' its gills [1].');
});

test('a broken body, a wrong field and an excess of something are reported with the name', async () => {
  const broken = fetch(`${service.url}/search`, { method: 'POST', headers: json, body: '{"query":' });
  assert.match((await bodyOf(broken, 400)).detail.error, /not valid JSON/);
  for (const [body, name] of [
    [{}, 'query'],
    [{ query: {} }, 'query'],
    [{ query: 'x'.repeat(2001) }, 'query'],
    [{ query: 'x', max_results: 21 }, 'max_results'],
    [{ query: 'x', include_domains: ['a b'] }, 'include_domains'],
    [{ query: 'x', time_range: 'hour' }, 'time_range'],
    [{ query: 'x', country: {} }, 'country'],
  ] as const)
    assert.match((await bodyOf(post('/search', body), 400)).detail.error, new RegExp(`\`${name}\``));
  const urls = Array.from({ length: 21 }, (_, at) => `http://a.test/${at}`);
  assert.match((await bodyOf(post('/extract', { urls }), 400)).detail.error, /At most 20/);
  assert.equal((await post('/search', { query: 'x', b: 'x'.repeat(70_000) })).status, 413);
});

test("every client's way of sending a key is understood", async () => {
  const sent: Record<string, string>[] = [{ authorization: 'Bearer k' }, { 'x-api-key': 'k' }];
  for (const headers of sent)
    assert.equal((await post('/search', { query: 'x' }, guarded, headers)).status, 200);
});

test('a search whose caller leaves is dropped', async () => {
  search.script = hanging;
  const leaving = new AbortController();
  const asked = search.asked.length;
  const { signal } = leaving;
  const reply = fetch(`${service.url}/search?format=json&q=left`, { signal });
  while (search.asked.length === asked) await sleep(5);
  leaving.abort();
  await assert.rejects(reply, { name: 'AbortError' });
  await search.dropped;
});

test('FACES switches the interfaces off', async () => {
  await using without = await startTestService({ ...settings, FACES: 'none' });
  assert.equal((await post('/search', { query: 'x' }, without)).status, 405);
  assert.equal((await post('/extract', {}, without)).status, 404);
  const page = await fetch(`${without.url}/search?q=x&format=json`);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
});

test('a method that a path does not have gets 405 with the methods that it has', async () => {
  await using service = await startTestService();
  for (const [method, path, allow] of [
    ['DELETE', '/search', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/search?format=json', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/extract', 'POST, OPTIONS'],
    ['PUT', '/config', 'GET, HEAD, OPTIONS'],
    ['GET', '/search/external', 'POST, OPTIONS'],
  ] as const) {
    const { status, headers } = await fetch(service.url + path, { method });
    assert.deepEqual([status, headers.get('allow')], [405, allow], `${method} ${path}`);
  }
});

test('SearXNG: the root has the results as JSON too, and no period may be called None', async () => {
  const asked = search.asked.length;
  const byGet = await bodyOf(fetch(`${service.url}/?q=axolotl&format=json&time_range=None`));
  assert.deepEqual([byGet.results.length, search.asked.length - asked], [2, 1]);
  const { error } = await bodyOf(fetch(`${service.url}/search?q=a&format=json&time_range=decade`), 400);
  assert.match(error, /`time_range`/);
  const page = await fetch(`${service.url}/?q=axolotl`);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
});

test('SearXNG: the configuration names the slots as engines, without their addresses', async () => {
  const reply = await (await fetch(`${service.url}/config`)).text();
  const { categories, engines, version } = JSON.parse(reply);
  assert.deepEqual([categories, version], [['general'], '0.0.0-test']);
  assert.deepEqual(
    engines.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]),
    [['engine_a', true]],
  );
  assert.ok(!reply.includes(new URL(search.url).host));
  assert.equal((await fetch(`${guarded.url}/config`)).status, 401);
});

test('Open WebUI: addresses are loaded, also at the root', async () => {
  for (const path of ['/load', '/']) {
    const pages = await bodyOf(post(path, { urls: [`${site.url}/a`, 'http://10.0.0.1/'] }));
    assert.equal(pages.length, 1);
    assert.match(pages[0].page_content, /keeps its gills/);
    assert.deepEqual(pages[0].metadata, { source: `${site.url}/a`, title: 'Axolotl', language: 'en' });
  }
  const none = await bodyOf(post('/', { urls: ['http://10.0.0.1/'] }), 502);
  assert.match(none.error, /^No page was read: /);
  assert.equal((await post('/', { urls: ['https://a.example/'] }, guarded)).status, 401);
});

/** The paths of all `null` in a value. */
function nullsIn(value: unknown, path = ''): readonly string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value ?? {}).flatMap(([name, part]) => nullsIn(part, `${path}.${name}`));
}

test('fields without a value are left out where the schemas of clients have no null', async () => {
  for (const body of [
    { query: 'axolotl' },
    { query: 'axolotl', include_answer: true, include_raw_content: true },
  ]) {
    const { follow_up_questions: _, ...reply } = await bodyOf(post('/search', body));
    assert.equal(reply.results.length, 2);
    assert.deepEqual(nullsIn(reply), [], JSON.stringify(body));
  }
  const extracted = await bodyOf(post('/extract', { urls: [`${site.url}/a`] }));
  assert.deepEqual(nullsIn(extracted), []);
});
