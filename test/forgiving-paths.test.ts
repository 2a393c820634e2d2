import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const search = await startSearchServer();
const model = await startModelServer(streaming('An axolotl [1].'));
const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
const service = await startTestService(settings);
const guarded = await startTestService({ ...settings, API_KEYS: 'first,pass:word' });

after(async () => {
  for (const each of [service, guarded, model, search]) await each[Symbol.asyncDispose]();
});

const spent = () => search.asked.filter((text) => text !== '').length + model.calls;

test('slashes too many, in a path or at its end, change nothing', async () => {
  for (const path of ['/v1//models', '/v1/models/', '//v1/models//', '/v1/models//?a=//b/']) {
    const reply = await fetch(service.url + path);
    assert.equal(reply.status, 200, path);
    assert.equal((await reply.json()).object, 'list', path);
  }
  for (const [path, body] of [
    ['/v1//chat/completions/', { messages: [{ role: 'user', content: 'What is an axolotl?' }] }],
    ['/search/', { query: 'axolotl' }],
    ['//api/ask', { query: 'axolotl' }],
  ] as const) {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(reply.status, 200, path);
    await reply.arrayBuffer();
  }
  assert.equal((await fetch(`${service.url}//`)).status, 200);
});

test('HEAD works where GET does, and costs no search', async () => {
  const before = spent();
  for (const path of [
    ...['/v1/models', '/v1/models/sayso', '/models', '/api/tags', '/api/ps', '/api/version', '/config'],
    ...['/search?format=json&q=a', '/?format=json&q=a'],
  ]) {
    const reply = await fetch(service.url + path, { method: 'HEAD' });
    assert.equal(reply.status, 200, path);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/, path);
  }
  assert.equal(spent(), before);
  assert.equal((await fetch(`${guarded.url}/v1/models`, { method: 'HEAD' })).status, 401);
});

test('an unknown path below a known one is told what there is', async () => {
  const reply = await fetch(`${service.url}/v1/completions`, { method: 'POST' });
  assert.equal(reply.status, 404);
  const { message } = (await reply.json()).error;
  assert.match(message, /^There is nothing at this path\. Paths that begin with `\/v1`: /);
  for (const path of ['/v1/models', '/v1/chat/completions', '/v1/responses'])
    assert.ok(message.includes(path), message);
  for (const [path, near] of [
    ['/v1', '/v1/models'],
    ['/mcp/sse', '/mcp'],
  ] as const) {
    const text = await (await fetch(service.url + path)).text();
    assert.match(text, new RegExp(`There is nothing at this path.*${near}[,.]`), path);
  }
  const elsewhere = await (await fetch(`${service.url}/made/up`)).json();
  assert.equal(elsewhere.error, 'There is nothing at this path.');
});

test('a key may be the password of Basic, and nothing else there', async () => {
  const statusWith = async (text: string) => {
    const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
    return (await fetch(`${guarded.url}/v1/models`, { headers: { authorization } })).status;
  };
  for (const text of ['anybody:first', ':first', 'me:pass:word']) assert.equal(await statusWith(text), 200);
  for (const text of ['first', 'first:', 'me:', 'me:first ', 'me:wrong', ''])
    assert.equal(await statusWith(text), 401, text);
});

test('the page without a script respects what the headers of its reader ask for', async () => {
  await using cached = await startTestService({
    ...{ ...settings, ANSWER_CACHE_SECONDS: '60' },
  });
  const ask = async (headers: Record<string, string>) => {
    const reply = await fetch(`${cached.url}/search?q=what+is+an+axolotl`, { headers });
    await reply.text();
    return reply.headers;
  };
  await ask({});
  const before = spent();
  await ask({});
  assert.equal(spent(), before, 'a cached answer');
  await ask({ 'cache-control': 'no-cache' });
  assert.ok(spent() > before, 'a new one');
  assert.equal((await ask({ prefer: 'wait=5' })).get('preference-applied'), 'wait=5');
  const reply = await fetch(`${cached.url}/search?q=1,5+%2B+1`, { headers: { 'accept-language': 'fr-FR' } });
  assert.match(await reply.text(), /<strong>2,5</);
});

test('a browser is sent from a page with a slash at its end to the one without', async () => {
  for (const [path, target] of [
    ['/search/?q=a%2Fb?', '../search?q=a%2Fb?'],
    ['//search//?q=a', '../search?q=a'],
    ['/llms.txt/', '../llms.txt'],
  ] as const) {
    const reply = await fetch(service.url + path, { redirect: 'manual' });
    assert.deepEqual([reply.status, reply.headers.get('location')], [308, target], path);
  }
  for (const path of ['/', '//', '/?q=a', '/search?q=a/']) {
    const reply = await fetch(service.url + path, { redirect: 'manual' });
    assert.equal(reply.status, 200, path);
    await reply.arrayBuffer();
  }
  assert.equal((await fetch(`${service.url}//evil.test/`, { redirect: 'manual' })).status, 404);
  assert.equal((await fetch(`${service.url}/search/?q=a&format=json`, { redirect: 'manual' })).status, 200);
});
