import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { serve } from './support/local-server.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
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
