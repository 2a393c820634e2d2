import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isSpecType, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { McpCaller, NEW } from './support/mcp-caller.ts';
import { startModelServer, streamingThenHanging } from './support/model-server.ts';
import { hanging, startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

const search = await startSearchServer();
const model = await startModelServer();
const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, MODEL_API_KEY: 'k' };
const service = await startTestService(settings);
/** So long that a test of cancellation cannot pass because of the time limit. */
const patient = { ...settings, ANSWER_DEADLINE_MS: '3600000', MODEL_TIMEOUT_MS: '3600000' };
const old = new McpCaller(service.url);
const young = new McpCaller(service.url, NEW);

after(async () => {
  for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
});

test('the handshake of every older version is answered with that version', async () => {
  for (const protocolVersion of SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version >= '2025-03-26')) {
    const { result } = await old.ask('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    assert.ok(isSpecType.InitializeResult(result));
    assert.equal(result.protocolVersion, protocolVersion);
    assert.deepEqual(result.capabilities, { tools: {} });
  }
});

test('the newest version needs no handshake and can be discovered', async () => {
  const { result } = await young.ask('server/discover');
  assert.ok(isSpecType.DiscoverResult(result));
  assert.deepEqual(result.supportedVersions, ['2026-07-28']);
});

test('a call ends within the wait that its address states', async () => {
  search.script = hanging;
  await using own = await startTestService(settings);
  const { isError, content } = await new McpCaller(own.url, NEW, '/mcp?wait=1').call('search', {
    query: 'slow',
  });
  assert.equal(isError, true);
  assert.match(content[0]?.text ?? '', /Try again/);
  search.script = withResults();
});

test('notifications/cancelled of an older client stops the model and ends the reply', async () => {
  await using stuck = await startModelServer(streamingThenHanging('An axolotl'));
  await using own = await startTestService({ ...patient, MODEL_BASE_URL: stuck.url });
  const caller = new McpCaller(own.url);
  await caller.begin();
  const messages = caller.messages('tools/call', { name: 'ask', arguments: { query: 'Who?' } }, { id: 77 });
  await until(() => stuck.calls > 0);
  const { status } = await caller.post({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 77, reason: 'enough' },
  });
  assert.equal(status, 202);
  await stuck.dropped;
  assert.deepEqual(await messages, []);
});

test('other methods, media types, sizes and hosts are refused in JSON-RPC', async () => {
  const url = `${service.url}/mcp`;
  const json = { 'content-type': 'application/json' };
  const replies = {
    405: await fetch(url),
    415: await fetch(url, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
    413: await fetch(url, { method: 'POST', body: `"${'x'.repeat(70_000)}"`, headers: json }),
    403: await fetch(url, { method: 'POST', body: '{}', headers: { ...json, origin: 'https://evil.test' } }),
  };
  for (const [status, reply] of Object.entries(replies)) {
    assert.equal(reply.status, Number(status));
    const body = await reply.json();
    assert.equal(body.jsonrpc, '2.0');
    assert.equal(typeof body.error.code, 'number');
    assert.notEqual(body.error.message, '');
  }
});

test('the interface can be switched off', async () => {
  await using own = await startTestService({ ...settings, FACES: 'none' });
  assert.equal((await fetch(`${own.url}/mcp`, { method: 'POST' })).status, 404);
});

test('an overloaded service tells its callers, with and without a handshake', async () => {
  const slow = await startModelServer(streamingThenHanging('An axolotl'));
  const places = { MAX_CONCURRENT_ANSWERS: '2' };
  await using full = await startTestService({ ...patient, ...places, MODEL_BASE_URL: slow.url });
  // Ends before the service, which would wait for its answers.
  await using _ = slow;
  const callers = [new McpCaller(full.url), new McpCaller(full.url, NEW)];
  const running = callers.map((caller, at) => caller.call('ask', { query: `What is axolotl ${at}?` }));
  await until(() => slow.calls === 2);
  for (const caller of callers) {
    const { isError, content } = await caller.call('ask', { query: 'What is a newt?' });
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? '', /busy.*Try again in 1 seconds/s);
  }
  for (const caller of running) caller.catch(() => undefined);
});
