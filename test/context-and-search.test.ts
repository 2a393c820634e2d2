import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { hanging, startSearchServer, withResults, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const search = await startSearchServer();
const service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
const impatient = await startTestService({ SEARCH_PRIMARY_URL: search.url, ANSWER_DEADLINE_MS: '200' });

after(async () => {
  for (const each of [service, impatient, search]) await each[Symbol.asyncDispose]();
});
beforeEach(() => {
  search.script = withResults();
});

const post = (path: string, body: object, to = service) =>
  fetch(to.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a context has the passages with their places, without any model', async () => {
  const response = await post('/api/context', { query: 'What is an axolotl?' });
  assert.equal(response.status, 200);
  const body = await response.json();
  const [first] = body.sources;
  assert.deepEqual([body.query, body.search_engine], ['What is an axolotl?', 'engine_a']);
  assert.deepEqual([first.index, first.title, first.basis, first.date], [1, 'Axolotl', 'snippet', null]);
  assert.equal(first.site, 'animals.test');
  const [passage] = first.passages;
  assert.equal(passage.to - passage.from, passage.text.length);
  assert.ok(body.text.startsWith('[1] Axolotl\nhttps://animals.test/axolotl\n\nThe axolotl is a salamander'));
  assert.ok(body.text.includes(passage.text));
  assert.equal(body.slots[0].status, 'ok');
});

test('a context has at most the tokens and the sources that were asked for', async () => {
  const { tokens, sources } = await (await post('/api/context', { query: 'axolotl', max_tokens: 60 })).json();
  assert.ok(tokens <= 60 && sources.length === 1, `${tokens} tokens, ${sources.length} sources`);
  const one = await (await post('/api/context', { query: 'axolotl', num_sources: 1 })).json();
  assert.equal(one.sources.length, 1);
  const nothing = await (await post('/api/context', { query: 'axolotl', max_tokens: 1 })).json();
  assert.deepEqual([nothing.text, nothing.tokens, nothing.sources], ['', 0, []]);
});

test('a search returns its results alone', async () => {
  search.script = withResults([
    { url: 'https://a.test/', title: 'A', content: 'One.', publishedDate: '2026-01-31T08:00:00' },
    { url: 'https://b.test/', title: 'B', content: 'Two.' },
  ]);
  const body = await (await post('/api/search', { query: 'x', num_results: 1 })).json();
  assert.deepEqual(Object.keys(body).sort(), ['query', 'results', 'search_engine', 'slots']);
  const { date, ...result } = body.results[0];
  assert.deepEqual(result, {
    ...{ index: 1, title: 'A', url: 'https://a.test/', site: 'a.test', snippet: 'One.' },
    search_engine: 'engine_a',
  });
  assert.match(date, /^2026-01-31/);
  assert.equal(body.results.length, 1);
});

test('nothing found is an empty reply, and a failed search a 502 that names the cause', async () => {
  search.script = withResults([]);
  assert.deepEqual((await (await post('/api/context', { query: 'x' })).json()).sources, []);
  assert.deepEqual((await (await post('/api/search', { query: 'x' })).json()).results, []);
  search.script = withStatus(500);
  for (const [path, empty] of [
    ['/api/context', { text: '', sources: [] }],
    ['/api/search', { results: [] }],
  ] as const) {
    const response = await post(path, { query: 'y' });
    assert.equal(response.status, 502, path);
    const { error, ...rest } = await response.json();
    assert.match(error, /^The search failed: .*500/);
    assert.deepEqual(rest, empty);
    assert.doesNotMatch(error, /http:/);
  }
});

test('a search that hangs ends with the deadline, and one whose caller leaves at once', async () => {
  search.script = hanging;
  for (const path of ['/api/context', '/api/search'])
    assert.equal((await post(path, { query: 'slow' }, impatient)).status, 502, path);
  const leaving = new AbortController();
  const asked = search.asked.length;
  const reply = fetch(`${service.url}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query": "left"}',
    signal: leaving.signal,
  });
  while (search.asked.length === asked) await new Promise((resolve) => setTimeout(resolve, 5));
  leaving.abort();
  await assert.rejects(reply, { name: 'AbortError' });
  await search.dropped;
});

test('an invalid field gets a 400 that names it', async () => {
  for (const [path, body, name] of [
    ['/api/context', { query: ' ' }, 'query'],
    ['/api/context', { query: 'x', max_tokens: 20_001 }, 'max_tokens'],
    ['/api/context', { query: 'x', num_sources: 0 }, 'num_sources'],
    ['/api/search', { query: 'x', num_results: 2.5 }, 'num_results'],
    ['/api/search', { query: 'x', sites: { only: ['!'] } }, 'sites.only'],
  ] as const) {
    const response = await post(path, body);
    assert.equal(response.status, 400, name);
    assert.match((await response.json()).error, new RegExp(`\`${name}\``));
  }
});
