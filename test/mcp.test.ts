import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isSpecType, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { McpCaller, NEW } from './support/mcp-caller.ts';
import { refusing, startModelServer, streamingThenHanging } from './support/model-server.ts';
import { hanging, startSearchServer, withResults, withStatus } from './support/search-server.ts';
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
const eras = { old, young };

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

test('clients with and without a handshake get the same four tools', async () => {
  const names = ['ask', 'search', 'fetch', 'context'];
  for (const [era, caller] of Object.entries(eras)) {
    const { result } = await caller.ask('tools/list');
    assert.ok(isSpecType.ListToolsResult(result), era);
    assert.deepEqual(
      result.tools.map(({ name }) => name),
      names,
      era,
    );
  }
});

test('with and without a handshake, results are structured content and the same as text', async () => {
  for (const [era, caller] of Object.entries(eras)) {
    const result = await caller.call('ask', { query: 'What is an axolotl?' });
    assert.ok(isSpecType.CallToolResult(result), era);
    const [text] = result.content;
    assert.deepEqual(JSON.parse(text?.type === 'text' ? text.text : ''), result.structuredContent, era);
    const { answer, sources } = result.structuredContent as { answer: string; sources: readonly object[] };
    assert.match(answer, /salamander\*\* \[1\]/, era);
    assert.equal(sources.length, 2, era);
  }
});

test('progress is reported on request, with growing numbers, before the result', async () => {
  for (const [era, caller] of Object.entries(eras)) {
    const messages = await caller.messages('tools/call', {
      name: 'ask',
      arguments: { query: 'What is an axolotl?' },
      _meta: { progressToken: 'p1' },
    });
    const told = messages.slice(0, -1);
    assert.ok(told.length >= 2 && told.every(isSpecType.ProgressNotification), era);
    const numbers = told.map(({ params }) => (params as { progress: number }).progress);
    assert.deepEqual(
      numbers,
      numbers.map((_, at) => at + 1),
      era,
    );
    assert.ok('result' in (messages.at(-1) ?? {}), era);
    const silent = await caller.messages('tools/call', { name: 'ask', arguments: { query: 'What?' } });
    assert.equal(silent.length, 1, era);
  }
});

test('a failed search is a result that says what to do, not an error of the protocol', async () => {
  const works = search.script;
  search.script = withStatus(500);
  for (const [era, caller] of Object.entries(eras))
    for (const name of ['search', 'context']) {
      const { isError, content } = await caller.call(name, { query: `What failed for ${name} in ${era}?` });
      assert.equal(isError, true, era);
      assert.match(content[0]?.text ?? '', /search failed.*Try again/s, `${era} ${name}`);
      assert.equal(content[0]?.text?.includes('127.0.0.1'), false);
    }
  search.script = works;
});

test('a model that is down gives an answer from quotes with a note', async () => {
  const works = model.script;
  model.script = refusing(500);
  await using own = await startTestService(settings);
  const { structuredContent } = await new McpCaller(own.url, NEW).call('ask', { query: 'Who is down?' });
  const { answer, notes } = structuredContent as { answer: string; notes: readonly string[] };
  assert.notEqual(answer, '');
  assert.equal(notes.length, 1);
  model.script = works;
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

test('a caller who leaves stops the model, with and without a handshake', async () => {
  for (const era of [undefined, NEW]) {
    await using stuck = await startModelServer(streamingThenHanging('An axolotl'));
    await using own = await startTestService({ ...patient, MODEL_BASE_URL: stuck.url });
    const leaving = new AbortController();
    const call = new McpCaller(own.url, era).call(
      'ask',
      { query: 'Who leaves?' },
      { signal: leaving.signal },
    );
    await until(() => stuck.calls > 0);
    leaving.abort();
    await assert.rejects(call);
    await stuck.dropped;
  }
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

test('errors in a message are reported in JSON-RPC, with the status of the specification', async () => {
  const post = async (caller: McpCaller, body: unknown, headers: Record<string, string> = {}) => {
    const reply = await caller.post(body, { headers });
    const { error, id } = await reply.json();
    return [reply.status, error?.code, id];
  };
  const list = { jsonrpc: '2.0', id: 5, method: 'tools/list' };
  const modern = young.message('tools/list', {}, 5);
  const future = {
    ...modern,
    params: { _meta: { ...young.meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
  };
  const rows = {
    'broken JSON': [await post(old, '{"jsonrpc"'), [400, -32_700, undefined]],
    'no message': [await post(old, ''), [400, -32_700, null]],
    'not a message': [await post(old, { hello: 1 }), [400, -32_600, null]],
    'an old version that never was': [
      await post(old, list, { 'mcp-protocol-version': '1999-01-01' }),
      [400, -32_000, null],
    ],
    'headers that differ from the body': [
      await post(young, modern, { 'mcp-method': 'tools/call' }),
      [400, -32_020, 5],
    ],
    'a version of the future': [
      await post(young, future, { 'mcp-method': 'tools/list', 'mcp-protocol-version': '2031-01-01' }),
      [400, -32_022, 5],
    ],
    'an unknown method': [
      await post(young, young.message('tools/guess', {}, 5), { 'mcp-method': 'tools/guess' }),
      [404, -32_601, 5],
    ],
    'a wish to hear of changes': [
      await post(young, young.message('subscriptions/listen', { notifications: {} }, 5), {
        'mcp-method': 'subscriptions/listen',
      }),
      [404, -32_601, 5],
    ],
    'two calls in one batch': [
      await post(
        old,
        [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'search' } })),
      ),
      [400, -32_600, undefined],
    ],
  };
  for (const [what, [got, expected]] of Object.entries(rows)) assert.deepEqual(got, expected, what);
});

test('a tool that does not exist is an error of the protocol', async () => {
  for (const caller of [old, young]) {
    const { error } = await caller.ask('tools/call', { name: 'guess', arguments: {} }, { name: 'guess' });
    assert.equal(error?.code, -32_602);
    assert.match(error?.message ?? '', /The tools are: ask, search, fetch, context/);
  }
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

test('with keys, every message needs one', async () => {
  await using own = await startTestService({ ...settings, API_KEYS: 'a-long-enough-key-1' });
  for (const authorization of ['', 'Bearer wrong']) {
    const headers: Record<string, string> = authorization === '' ? {} : { authorization };
    const reply = await new McpCaller(own.url).post(
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { headers },
    );
    assert.equal(reply.status, 401);
    assert.equal((await reply.json()).error.code, -32_000);
    assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer/);
  }
  const keyed = new McpCaller(own.url, NEW, '/mcp', { authorization: 'Bearer a-long-enough-key-1' });
  assert.ok(isSpecType.ListToolsResult((await keyed.ask('tools/list')).result));
});

test('only calls of tools count towards the rate limit', async () => {
  await using own = await startTestService({ ...settings, RATE_LIMIT: '2/minute' });
  const caller = new McpCaller(own.url);
  for (let each = 0; each < 5; each++) assert.ok((await caller.ask('tools/list')).result);
  for (let each = 0; each < 2; each++)
    assert.equal((await caller.call('search', { query: 'x' })).isError, undefined);
  const third = await caller.post(
    caller.message('tools/call', { name: 'search', arguments: { query: 'x' } }, 9),
  );
  assert.equal(third.status, 429);
  assert.ok(Number(third.headers.get('retry-after')) > 0);
  assert.deepEqual((await third.json()).id, 9);
});

test('the interface can be switched off', async () => {
  await using own = await startTestService({ ...settings, FACES: 'none' });
  assert.equal((await fetch(`${own.url}/mcp`, { method: 'POST' })).status, 404);
});

test('200 calls at a time all get a result', async () => {
  const calls = Array.from({ length: 200 }, (_, at) =>
    (at % 2 === 0 ? old : young).call(at % 4 < 2 ? 'search' : 'context', { query: `What is number ${at}?` }),
  );
  for (const { content, isError, structuredContent } of await Promise.all(calls)) {
    if (isError === true) assert.match(content[0]?.text ?? '', /Try again/);
    else assert.ok(structuredContent);
  }
});

test('an overloaded or stopping service tells its callers, with and without a handshake', async () => {
  await using slow = await startModelServer(streamingThenHanging('An axolotl'));
  const places = { MAX_CONCURRENT_ANSWERS: '2' };
  await using full = await startTestService({ ...patient, ...places, MODEL_BASE_URL: slow.url });
  const callers = [new McpCaller(full.url), new McpCaller(full.url, NEW)];
  const running = callers.map((caller, at) => caller.call('ask', { query: `What is axolotl ${at}?` }));
  await until(() => slow.calls === 2);
  for (const caller of callers) {
    const { isError, content } = await caller.call('ask', { query: 'What is a newt?' });
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? '', /busy.*Try again in 1 seconds/s);
  }
  const stopped = full.stop();
  for (const { isError, content } of await Promise.all(running)) {
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? '', /stopping/);
  }
  await stopped;
});
