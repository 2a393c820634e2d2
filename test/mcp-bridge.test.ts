import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startBridge } from './support/bridge-client.ts';
import { McpCaller, type Message, NEW, type ToolResult } from './support/mcp-caller.ts';
import { startModelServer } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

const writer = new McpCaller('', NEW);
const KEY = 'a-long-enough-key-1';
const ask = { name: 'ask', arguments: { query: 'What is an axolotl?' } };

/** A bridge to an address, with what it has written so far. */
function start(t: TestContext, address: string, key: string | null = null) {
  const client = startBridge<Message>(t, { address, key, fetch });
  const { input, messages } = client;
  const replyTo = async (id: number) => {
    await until(() => messages().some((message) => message.id === id));
    return messages().find((message) => message.id === id) ?? assert.fail();
  };
  const send = (message: object) => input.write(`${JSON.stringify(message)}\n`);
  return { ...client, replyTo, send };
}

test('a bridge gives clients with or without a handshake the tools of a service, with its key', async (t) => {
  await using search = await startSearchServer();
  await using model = await startModelServer();
  const upstreams = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
  await using service = await startTestService({ ...upstreams, API_KEYS: KEY });
  for (const isNew of [false, true]) {
    const { input, ended, told, messages, replyTo, send } = start(t, service.url, KEY);
    const message = (method: string, params: Record<string, unknown>, id: number) =>
      isNew ? writer.message(method, params, id) : { jsonrpc: '2.0', id, method, params };
    const info = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    send(message(isNew ? 'server/discover' : 'initialize', isNew ? {} : info, 1));
    assert.ok((await replyTo(1)).result);
    if (!isNew) send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send(message('tools/call', { ...ask, _meta: { progressToken: 7 } }, 2));
    const { structuredContent } = (await replyTo(2)).result as ToolResult;
    assert.match(String(structuredContent?.answer), /salamander/);
    const progress = messages().filter(({ method }) => method === 'notifications/progress');
    assert.equal(progress.length, 3);
    send(message('tools/call', { name: 'größer\n', arguments: {} }, 3));
    assert.match((await replyTo(3)).error?.message ?? '', /There is no tool "größer/);
    input.end();
    await ended;
    assert.deepEqual(told, []);
  }
});
