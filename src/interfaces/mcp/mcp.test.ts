import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../../../test/support/fixed-answer.ts';
import { countedPaths, type FixedReplies, startTextInterface } from '../../../test/support/fixed-replies.ts';
import { McpCaller, NEW } from '../../../test/support/mcp-caller.ts';
import { Failure } from '../../core/failure.ts';
import { timeoutWithin } from '../http/to-question.ts';
import { waitSecondsOf } from './endpoint.ts';
import { mcp } from './mcp.ts';

const OLD = '2025-11-25';
const start = (replies?: FixedReplies) => startTextInterface(mcp, replies);

/** A service that listens, and a client of one version. */
async function connect(replies: FixedReplies = {}, version = NEW) {
  const started = await start(replies);
  const url = await started.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    started,
    caller: new McpCaller(url, version),
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}

/** The last message of a reply, which may be a stream. */
async function lastOf(reply: Response) {
  const text = await reply.text();
  const data = [...text.matchAll(/^data: ?(\{.*)$/gm)].map(([, one = '']) => one);
  return JSON.parse(data.at(-1) ?? text);
}

const headersFor = (method: string, name?: string) => ({
  headers: { 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) },
});
const call = (caller: McpCaller, name: string, args: object) =>
  caller
    .post(caller.message('tools/call', { name, arguments: args }), headersFor('tools/call', name))
    .then(lastOf);

test('only a caller who asks for progress gets it, in numbered messages with its token', async () => {
  await using connected = await connect();
  const { caller } = connected;
  const args = { name: 'ask', arguments: { query: 'Who built it?' } };
  const messages = await caller.messages('tools/call', { ...args, _meta: { progressToken: 'token-1' } });
  assert.deepEqual(
    messages.slice(0, -1).map(({ method, params }) => [method, params]),
    ['Searching', 'Reading the pages that were found', 'Chose 1 sources'].map((message, at) => [
      'notifications/progress',
      { progressToken: 'token-1', progress: at + 1, message },
    ]),
  );
  assert.equal((await caller.messages('tools/call', args)).length, 1);
});

test('a failure is a result that says what to do, and an unknown tool an error that names all', async () => {
  const failing = (failure: Failure): FixedReplies => ({
    *events() {
      yield* eventsOf().slice(0, 0);
      throw failure;
    },
  });
  for (const [failure, advice] of [
    [new Failure('search-unavailable', 'It broke.'), 'It broke. Try again later.'],
    [
      new Failure('search-unavailable', 'It broke.', { retryAfterMs: 1500 }),
      'It broke. Try again in 2 seconds.',
    ],
    [new Failure('overloaded', 'Busy.', { retryAfterMs: 0 }), 'Busy. Try again in 1 seconds.'],
    [new Failure('model-unavailable', 'It broke.'), 'It broke. Try again later.'],
    [new Failure('overloaded', 'Busy.'), 'Busy. Try again later.'],
    [new Failure('deadline-exceeded', 'Late.'), 'Late. Try again, or ask something simpler.'],
    [new Failure('invalid-question', 'No.'), 'No.'],
  ] as const) {
    await using connected = await connect(failing(failure));
    const { result } = await call(connected.caller, 'ask', { query: 'Who?' });
    assert.deepEqual([result.isError, result.content[0].text], [true, advice]);
  }
  await using connected = await connect();
  const { error } = await call(connected.caller, 'x'.repeat(70), {});
  assert.match(error.message, new RegExp(`There is no tool "${'x'.repeat(60)}"\\. The tools are: .*ask`));
});

test('clients with a handshake get a session, and those who have one keep it', async () => {
  const started = await start();
  const payload = (id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'initialize' },
    params: { protocolVersion: OLD, capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  const accept = 'application/json, text/event-stream';
  const post = (headers: Record<string, string> = {}) =>
    started.app.inject({ method: 'POST', url: '/mcp', payload: payload(1), headers: { accept, ...headers } });
  const first = await post();
  assert.match(String(first.headers['mcp-session-id']), /^[0-9a-f-]{36}$/);
  assert.equal((await post({ 'mcp-session-id': 'own' })).headers['mcp-session-id'], undefined);
  await started[Symbol.asyncDispose]();
});

test('a client that accepts anything, only JSON or does not say gets JSON, whatever version it names', async () => {
  await using started = await start();
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = async (payload: unknown, headers: Record<string, string>) => {
    const reply = await started.app.inject({
      ...{ method: 'POST', url: '/mcp', payload: JSON.stringify(payload) },
      headers: { 'content-type': 'application/json', ...headers },
    });
    assert.match(String(reply.headers['content-type']), /^application\/json/);
    return [reply.statusCode, reply.json()];
  };
  for (const accept of ['*/*', 'application/json', '', 'application/*;q=0.8', 'text/html'])
    for (const version of [null, '2025-06-18', '2030-01-01', '1999-01-01', 'x']) {
      const [status, { id, result }] = await post(list, {
        ...(accept !== '' && { accept }),
        ...(version !== null && { 'mcp-protocol-version': version }),
      });
      assert.deepEqual([status, id, result.tools.length > 2], [200, 1, true], `${accept} ${version}`);
    }
  const [, both] = await post([list, { ...list, id: 2 }], { accept: '*/*' });
  assert.deepEqual(both.map(({ id }: { id: number }) => id).sort(), [1, 2]);
  const params = { protocolVersion: '2031-01-01', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const [, { result }] = await post({ jsonrpc: '2.0', id: 3, method: 'initialize', params }, {});
  assert.equal(result.protocolVersion, '2025-11-25');
  for (const given of [
    {},
    undefined,
    { protocolVersion: 5, capabilities: null, clientInfo: { name: 't' } },
  ]) {
    const [status, reply] = await post({ jsonrpc: '2.0', id: 4, method: 'initialize', params: given }, {});
    assert.deepEqual([status, reply.result.protocolVersion], [200, '2025-11-25']);
  }
  for (const [given, advice] of [
    [{}, /^`params\.name` must be the name of a tool: ask, /],
    [{ name: 'ask', arguments: 'x' }, /^`params\.arguments` must be an object\.$/],
  ] as const) {
    const [status, reply] = await post({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: given }, {});
    assert.deepEqual([status, reply.id], [400, 5]);
    assert.match(reply.error.message, advice);
  }
});

test('a message that cannot be served is an error of JSON-RPC with the id of its request', async () => {
  await using started = await start();
  const post = async (payload: unknown, headers: Record<string, string> = {}) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const reply = await started.app.inject({
      ...{ method: 'POST', url: '/mcp', payload: text },
      headers: { ...json, ...headers },
    });
    return [reply.statusCode, reply.body === '' ? null : reply.json()];
  };
  const [broken, { error, id }] = await post('{');
  assert.deepEqual([broken, error.code, id], [400, -32_700, undefined]);
  const batch = [1, 2].map((one) => ({
    jsonrpc: '2.0',
    id: one,
    method: 'tools/call',
    params: { name: 'ask' },
  }));
  const [several, reply] = await post(batch);
  assert.deepEqual([several, reply.error.code], [400, -32_600]);
  assert.equal(reply.error.message, 'A batch may call one tool. Send the calls one by one.');
  const notes = (count: number) => Array(count).fill({ jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.equal((await post(notes(10)))[0], 202);
  const [many, { error: tooMany }] = await post(notes(11));
  assert.deepEqual([many, tooMany.message], [400, 'A batch may have at most 10 messages.']);
  const method = 'subscriptions/listen';
  const [refused, missing] = await post({ jsonrpc: '2.0', id: 'a', method }, { 'mcp-method': method });
  assert.deepEqual(
    [refused, missing],
    [
      404,
      {
        jsonrpc: '2.0',
        id: 'a',
        error: { code: -32_601, message: 'Method not found' },
      },
    ],
  );
  const get = await started.app.inject('/mcp');
  assert.deepEqual([get.statusCode, get.json().error.code], [405, -32_000]);
});

test('a caller may shorten the wait, by a header or in the address, but never lengthen it', () => {
  const wait = (url: string, prefer?: string) =>
    timeoutWithin(waitSecondsOf({ url, headers: prefer === undefined ? {} : { prefer } }), 9000);
  assert.equal(wait('/mcp'), 9000);
  assert.equal(wait('/mcp?wait=60'), 9000);
  assert.equal(wait('/mcp?wait=x'), 9000);
  const five = wait('/mcp?wait=5');
  assert.ok(five > 4000 && five < 5000, String(five));
  assert.equal(wait('/mcp', 'wait=5'), five);
  assert.equal(wait('/mcp?wait=5', 'wait=2'), five);
});

test('a call of a tool counts towards the rate limit, and no other message', async () => {
  const messages = ['tools/call', 'tools/list', 'initialize'].map((method) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
  }));
  const post = (payload: object) => ({ method: 'POST', url: '/mcp', payload }) as const;
  assert.equal((await countedPaths(mcp, messages.map(post))).length, 1);
  const [call = {}] = messages;
  assert.equal((await countedPaths(mcp, [post([call])])).length, 1);
});

test('a service that stops ends the calls in progress, and says so', async () => {
  const begun = Promise.withResolvers<void>();
  await using connected = await connect({
    async *events(_, signal) {
      begun.resolve();
      yield* eventsOf().slice(0, 1);
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const { started, caller } = connected;
  const calling = call(caller, 'ask', { query: 'Who built it?' });
  await begun.promise;
  started.abort();
  const { result } = await calling;
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /^The service is stopping\. Try again in 5 seconds\.$/);
});
