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
