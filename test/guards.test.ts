import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamingThenHanging } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { startStage } from './support/stage.ts';

test('with keys configured, everything except the page and the health checks needs one', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
    API_KEYS: 'first-key,second-key',
  });
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(service.url + path, init)).status;
  assert.equal(await statusOf('/'), 200);
  assert.equal(await statusOf('/api/health'), 200);
  assert.equal(await statusOf('/api/ask', { method: 'OPTIONS' }), 204);
  assert.equal(await statusOf('/nothing'), 404);
  assert.equal(await statusOf('/openapi.json'), 401);

  const refused = await fetch(`${service.url}/api/v1/query?q=axolotl`);
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer/);
  assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  assert.match((await refused.json()).error, /^A key is needed: .*Bearer KEY.*X-API-Key/);
  const mistaken = await fetch(`${service.url}/api/v1/query?q=axolotl`, {
    headers: { 'x-api-key': 'third-key' },
  });
  assert.match((await mistaken.json()).error, /^The key that was sent is not valid: /);

  const valid: Record<string, string>[] = [
    { authorization: 'Bearer first-key' },
    { authorization: 'bearer second-key' },
    { 'x-api-key': 'second-key' },
    { authorization: 'Bearer of-a-proxy', 'x-api-key': 'second-key' },
  ];
  for (const headers of valid) assert.equal(await statusOf('/api/v1/query?q=axolotl', { headers }), 200);
  const invalid: Record<string, string>[] = [
    { authorization: 'Bearer first' },
    { authorization: 'Basic first-key' },
    { 'x-api-key': '' },
  ];
  for (const headers of invalid) assert.equal(await statusOf('/api/v1/query?q=axolotl', { headers }), 401);
});

test('above the rate limit that both answering paths share, 429 says when to try again', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
    RATE_LIMIT: '2/hour',
  });
  const ask = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"axolotl"}',
  };
  const first = await fetch(`${service.url}/api/ask`, ask);
  assert.equal(first.status, 200);
  assert.match(first.headers.get('ratelimit') ?? '', /^"answers";r=1;t=\d+$/);
  assert.equal((await fetch(`${service.url}/api/v1/query?q=axolotl`)).status, 200);
  const third = await fetch(`${service.url}/api/v1/query?q=axolotl`);
  assert.equal(third.status, 429);
  assert.ok(Number(third.headers.get('retry-after')) > 0);
  assert.match(third.headers.get('ratelimit') ?? '', /^"answers";r=0;t=\d+$/);
  assert.equal(third.headers.get('ratelimit-policy'), '"answers";q=2;w=3600');
  assert.equal(third.headers.get('access-control-allow-origin'), '*');
  assert.match((await third.json()).error, /2 are allowed in 3600 seconds/);
  assert.equal((await fetch(`${service.url}/api/health`)).status, 200);
});

test('answers above the limit get 503 with Retry-After, and a place that becomes free is used', async () => {
  await using on = await startStage({ MAX_CONCURRENT_ANSWERS: '1' }, streamingThenHanging('Words '));
  const leaving = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const running = await fetch(`${on.url}/api/v1/query?q=a`, { headers, signal: leaving.signal });
  await running.body?.getReader().read();
  const refused = await fetch(`${on.url}/api/v1/query?q=b`);
  assert.equal(refused.status, 503);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.match((await refused.json()).error, /busy/);
  leaving.abort();
  await on.model.dropped;
  on.model.script = (response) => response.destroy();
  assert.equal((await fetch(`${on.url}/api/v1/query?q=c`)).status, 200);
});

test('each key has its own rate limit, wherever it is used', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
    API_KEYS: 'one,two',
    RATE_LIMIT: '1/hour',
  });
  const ask = (key: string) =>
    fetch(`${service.url}/api/v1/query?q=axolotl`, { headers: { 'x-api-key': key } });
  assert.equal((await ask('one')).status, 200);
  const second = await ask('one');
  assert.equal(second.status, 429);
  assert.match((await second.json()).error, /with this key: 1 are allowed/);
  assert.equal((await ask('two')).status, 200);
  assert.equal((await ask('three')).status, 401);
});
