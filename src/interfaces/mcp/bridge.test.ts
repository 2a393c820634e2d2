import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startBridge } from '../../../test/support/bridge-client.ts';
import { until } from '../../../test/support/until.ts';
import { toEndpoint } from './bridge.ts';

const NEW = '2026-07-28';
const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion';

type Message = Readonly<Record<string, unknown>> & { readonly error?: { readonly message: string } };
type Service = (body: string, signal: AbortSignal) => Response | Promise<Response>;

/** A bridge to a service that the test plays, with everything that either side was sent. */
function start(t: TestContext, service: Service, key: string | null = null) {
  const sent: { headers: Headers; body: string; url: string }[] = [];
  const fetch = async (url: unknown, { headers, body, signal }: RequestInit = {}) => {
    sent.push({ url: String(url), headers: new Headers(headers), body: String(body) });
    return await service(String(body), signal ?? assert.fail('no signal'));
  };
  const bridged = { address: 'http://h:3000', key, fetch: fetch as typeof globalThis.fetch };
  const client = startBridge<Message>(t, bridged);
  const { input, messages } = client;
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const replies = async (count: number) => {
    await until(() => messages().length >= count);
    return messages();
  };
  return { ...client, sent, replies, send };
}

const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const stream = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const idOf = (body: string) => (JSON.parse(body) as { id?: number }).id;
const resultOf = (body: string) => ({ jsonrpc: '2.0', id: idOf(body), result: {} });

test('a client of an old version is in one session, with the version that the service chose', async (t) => {
  const service: Service = (body) =>
    json({ ...resultOf(body), result: { protocolVersion: '2025-06-18' } }, { 'mcp-session-id': 's-1' });
  const { sent, send, replies } = start(t, service, 'a-key');
  const clientInfo = { name: 'client', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  send({ id: 1, method: 'initialize', params });
  await replies(1);
  send({ id: 2, method: 'tools/list' });
  assert.deepEqual(
    (await replies(2)).map(({ id }) => id),
    [1, 2],
  );
  const told = sent.map(({ headers }) => [
    headers.get('mcp-protocol-version'),
    headers.get('mcp-session-id'),
    headers.get('mcp-method'),
  ]);
  assert.deepEqual(told, [
    [null, null, null],
    ['2025-06-18', 's-1', null],
  ]);
  for (const { headers, url } of sent) {
    assert.equal(url, 'http://h:3000/mcp');
    assert.equal(headers.get('authorization'), 'Bearer a-key');
    assert.equal(headers.get('content-type'), 'application/json');
    assert.equal(headers.get('accept'), 'application/json, text/event-stream');
  }
});

test('a message of the new version has its method and its tool, under any name, in headers', async (t) => {
  const { sent, send, replies } = start(t, (body) => json(resultOf(body)));
  const names = ['ask', 'a b', '~', ' a', 'a ', 'größer', '=?base64?YQ==?=', ''];
  for (const [id, name] of names.entries())
    send({ id, method: 'tools/call', params: { name, _meta: { [VERSION_FIELD]: NEW } } });
  send({ id: 99, method: 'tools/list', params: { _meta: { [VERSION_FIELD]: NEW } } });
  await replies(names.length + 1);
  const encoded = (name: string) => `=?base64?${Buffer.from(name).toString('base64')}?=`;
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('mcp-name')),
    ['ask', 'a b', '~', ...names.slice(3).map(encoded), null],
  );
  assert.deepEqual([...new Set(sent.map(({ headers }) => headers.get('mcp-protocol-version')))], [NEW]);
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('mcp-method')),
    [...names.map(() => 'tools/call'), 'tools/list'],
  );
  assert.equal(sent[0]?.headers.get('authorization'), null);
});

test('the events of a stream are passed on in their order, whatever else it contains', async (t) => {
  const note = { jsonrpc: '2.0', method: 'notifications/progress' };
  const { send, replies, told } = start(t, (body) => {
    const [first, last] = [note, resultOf(body)].map((message) => JSON.stringify(message));
    return stream(`: comment\r\nevent: message\r\ndata: ${first}\r\n\r\ndata:${last}\n\ndata: \nid: 7\n`);
  });
  send({ id: 1, method: 'tools/list' });
  assert.deepEqual(await replies(2), [note, { jsonrpc: '2.0', id: 1, result: {} }]);
  assert.deepEqual(told, []);
});

test('an error without an id is the reply to the request that caused it', async (t) => {
  const { send, replies } = start(t, () =>
    json({ jsonrpc: '2.0', error: { code: -1, message: 'No.' } }, {}, 400),
  );
  send({ id: 5, method: 'tools/list' });
  assert.deepEqual(await replies(1), [{ jsonrpc: '2.0', id: 5, error: { code: -1, message: 'No.' } }]);
});

test('a faulty reply is reported to the client, or to the operator if it is to a notification', async (t) => {
  const notMcp = () => new Response('<p>');
  for (const [reply, message] of [
    [() => new Response('<p>', { status: 300 }), /h:3000\/mcp replies with status 300\.$/],
    [() => new Response(null, { status: 400 }), /replies with status 400\.$/],
    [notMcp, /does not speak MCP over Streamable HTTP: check the address/],
    [() => stream('', 404), /replies with status 404\.$/],
    [() => Promise.reject(new TypeError('fetch failed')), /cannot be reached: is it running\?\.$/],
  ] as const) {
    const { send, replies, told } = start(t, reply);
    if (reply !== notMcp) {
      send({ method: 'notifications/initialized' });
      await until(() => told.length > 0);
      assert.match(told.join(), message);
    }
    send({ id: 1, method: 'tools/list' });
    const [only] = await replies(1);
    assert.equal(only?.id, 1);
    assert.match(only?.error?.message ?? '', message);
  }
  // A notification that was accepted has no body, and needs no reply.
  const accepting = start(t, (body) =>
    idOf(body) === undefined ? new Response(null, { status: 202 }) : json(resultOf(body)),
  );
  accepting.send({ method: 'notifications/initialized' });
  accepting.send({ id: 1, method: 'tools/list' });
  assert.deepEqual(
    (await accepting.replies(1)).map(({ id }) => id),
    [1],
  );
  assert.deepEqual(accepting.told, []);
});

test('a cancelled call is ended without a reply, and only that one; closing ends all', async (t) => {
  const signals = new Map<number | undefined, AbortSignal>();
  const { input, ended, send, sent, messages } = start(t, (body, signal) => {
    signals.set(idOf(body), signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  for (const id of [1, 2, 3]) send({ id, method: 'tools/call' });
  await until(() => signals.size === 3);
  send({ method: 'notifications/cancelled', params: { requestId: 2 } });
  send({ method: 'notifications/cancelled', params: { requestId: 77 } });
  await until(() => signals.get(2)?.aborted === true);
  assert.deepEqual([signals.get(1)?.aborted, signals.get(3)?.aborted, sent.length], [false, false, 3]);
  input.end();
  await ended;
  assert.ok([1, 3].every((id) => signals.get(id)?.aborted));
  assert.deepEqual(messages(), []);
});

test('the endpoint of a service is below its address, unless the address names it', () => {
  for (const [address, endpoint] of [
    ['http://h:3000', 'http://h:3000/mcp'],
    ['https://h/sayso//', 'https://h/sayso/mcp'],
    ['https://h/mcp/', 'https://h/mcp/'],
    ['http://h/mcp?wait=9', 'http://h/mcp?wait=9'],
    ['http://h/mcp/v2', 'http://h/mcp/v2/mcp'],
  ] as const)
    assert.equal(toEndpoint(address), endpoint);
  assert.throws(() => toEndpoint('h:3000'), { code: 'invalid-question', message: /needs an address/ });
});
