import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startModelServer } from './support/model-server.ts';
import { type SearchServer, startSearchServer, withResults, withStatus } from './support/search-server.ts';
import { startTestService, type TestService } from './support/service.ts';

async function readiness({ url }: TestService, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/readyz?verbose`, { headers });
  const body = await response.json();
  return { httpStatus: response.status, ...body };
}

/** The number of searches that the server received, not counting the check at startup. */
const searches = ({ asked }: SearchServer) => asked.filter((question) => question !== '').length;

/** Addresses of back-ends; those of sources are public names. */
const ADDRESS = /127\.0\.0\.1|10\.1\.2\.3/;

const ask = ({ url }: TestService) => fetch(`${url}/api/v1/query?q=axolotl`);

test('readyz?verbose shows the state of every slot from earlier questions without calling any', async () => {
  await using search = await startSearchServer();
  await using other = await startSearchServer(withStatus(403));
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: other.url.replace('http://', 'http://user:hunter2@'),
    SEARCH_SECONDARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
  });
  const before = await readiness(service);
  assert.deepEqual([before.httpStatus, before.status, before.answers_alone], [200, 'ready', false]);
  assert.deepEqual(
    before.slots.map(({ state, last_call }: never) => [state, last_call]),
    [
      ['closed', null],
      ['closed', null],
    ],
  );
  assert.deepEqual([searches(search), searches(other)], [0, 0]);

  assert.equal((await ask(service)).status, 200);
  const after = await readiness(service);
  assert.equal(after.httpStatus, 200);
  const [broken, working] = after.slots;
  assert.deepEqual(
    [broken.search_engine, broken.state, broken.last_call.status],
    ['engine_a', 'open', 'failed'],
  );
  assert.equal(broken.name, 'primary (searxng)');
  assert.match(broken.last_call.cause, /add json to search\.formats/);
  assert.ok(broken.rest_ms > 400_000 && broken.rest_ms <= 600_000);
  assert.deepEqual([working.state, working.rest_ms, working.last_call.status], ['closed', 0, 'ok']);
  assert.doesNotMatch(JSON.stringify(after), /hunter2/);

  const callsSoFar = searches(other);
  await ask(service);
  assert.deepEqual([searches(search), searches(other)], [2, callsSoFar], 'a broken slot costs nothing');
});

test('is not ready while every slot is suspended, and ready again when one of them works', async () => {
  await using search = await startSearchServer(withStatus(403));
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
  });
  assert.equal((await ask(service)).status, 502);
  const broken = await fetch(`${service.url}/readyz`);
  assert.equal(broken.status, 503);
  assert.equal(broken.headers.get('access-control-allow-origin'), '*');
  const { error, ...rest } = await broken.json();
  assert.match(error, /suspended after failures/);
  assert.deepEqual(rest, { status: 'not-ready' });
  assert.equal((await fetch(`${service.url}/readyz`, { method: 'HEAD' })).status, 503);
  assert.equal((await readiness(service)).slots[0].state, 'open');
  assert.equal((await fetch(`${service.url}/livez`)).status, 200);

  search.script = withResults();
  assert.equal((await ask(service)).status, 200, 'the last resort is asked');
  assert.equal((await readiness(service)).httpStatus, 200);
});

test('is ready without any slot when a model may answer alone, and not when it may not', async () => {
  await using model = await startModelServer();
  await using alone = await startTestService({ MODEL_BASE_URL: model.url });
  assert.deepEqual(await readiness(alone), {
    httpStatus: 200,
    status: 'ready',
    answers_alone: true,
    slots: [],
  });
  await using never = await startTestService({ MODEL_BASE_URL: model.url, MODEL_ONLY_FALLBACK: 'off' });
  assert.equal((await readiness(never)).httpStatus, 503);
});

test('readyz?verbose shows no address without keys, and no site may read it', async () => {
  await using redirecting = await startSearchServer((response) => {
    response.writeHead(302, { location: 'http://10.1.2.3:8080/elsewhere' }).end();
  });
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: redirecting.url,
    MODEL_PROVIDER: 'extractive',
  });
  const failed = await ask(service);
  const { error } = await failed.json();
  assert.match(error, /Primary \(searxng\): it redirects to another host/);
  assert.doesNotMatch(error, ADDRESS);
  const page = await fetch(`${service.url}/search?q=axolotl`, { headers: { accept: 'text/html' } });
  const stream = await fetch(`${service.url}/api/v1/query?q=newts`, {
    headers: { accept: 'text/event-stream' },
  });
  const verbose = await fetch(`${service.url}/readyz?verbose`);
  assert.equal(verbose.headers.get('access-control-allow-origin'), null);
  for (const reply of [page, stream, verbose]) {
    const text = await reply.text();
    assert.match(text, /primary \(searxng\)/i);
    assert.doesNotMatch(text, ADDRESS);
  }
});

test('an answer whose model cannot be reached shows no address', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
    MODEL_NAME: 'absent',
  });
  const text = await (await ask(service)).text();
  assert.match(text, /start it, or correct the host and port in MODEL_BASE_URL/);
  assert.doesNotMatch(text, ADDRESS);
});

test('readyz?verbose needs a key where keys are configured, and shows addresses with one', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, API_KEYS: 'key' });
  const without = await readiness(service);
  assert.equal(without.httpStatus, 401);
  assert.equal(without.slots, undefined);
  const { httpStatus, slots } = await readiness(service, { 'x-api-key': 'key' });
  assert.equal(httpStatus, 200);
  assert.equal(slots[0].name, `primary (searxng at ${search.url})`);
});

test('livez and readyz need no key', async () => {
  await using service = await startTestService({ API_KEYS: 'key' });
  assert.equal((await fetch(`${service.url}/livez`)).status, 200);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 503);
});

test('a single slot that asks for a wait is not asked sooner, and the reply says when to retry', async () => {
  await using search = await startSearchServer(withStatus(429));
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
  });
  assert.equal((await ask(service)).status, 502);
  const reply = await ask(service);
  assert.equal(reply.status, 502);
  const waitSeconds = Number(reply.headers.get('retry-after'));
  assert.ok(waitSeconds > 60 && waitSeconds <= 300, `Retry-After: ${reply.headers.get('retry-after')}`);
  assert.equal(searches(search), 1);
});
