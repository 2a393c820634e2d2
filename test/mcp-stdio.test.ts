import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { McpCaller, type Message, NEW } from './support/mcp-caller.ts';
import { startSearchServer } from './support/search-server.ts';
import { until } from './support/until.ts';

const main = join(import.meta.dirname, '..', 'bin', 'sayso.js');
const writer = new McpCaller('', NEW);

/** `sayso mcp` as a client starts it, with what it has written so far. */
function start(t: TestContext, environment: Readonly<Record<string, string>>) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [main, 'mcp'], {
    env: { PATH: process.env.PATH, SEARCH_TERTIARY_URL: 'off', READ_PAGES: 'off', ...environment },
  });
  t.after(() => child.kill('SIGKILL'));
  const messages: Message[] = [];
  createInterface(child.stdout).on('line', (line) => messages.push(JSON.parse(line)));
  const replyTo = async (id: number) => {
    await until(() => messages.some((message) => message.id === id));
    return messages.find((message) => message.id === id) ?? assert.fail();
  };
  return {
    child,
    messages,
    replyTo,
    send: (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`),
  };
}

test('sayso mcp serves clients of any version, writes only messages, and ends with its input', async (t) => {
  await using search = await startSearchServer();
  for (const isNew of [false, true]) {
    const { child, replyTo, send } = start(t, { SEARCH_PRIMARY_URL: search.url });
    const message = (method: string, params: Record<string, unknown>, id: number) =>
      isNew ? writer.message(method, params, id) : { jsonrpc: '2.0', id, method, params };
    const info = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    send(message(isNew ? 'server/discover' : 'initialize', isNew ? {} : info, 1));
    assert.ok((await replyTo(1)).result);
    send(message('tools/call', { name: 'search', arguments: { query: 'axolotl' } }, 2));
    const { result } = await replyTo(2);
    const { results } = (result as { structuredContent: { results: readonly object[] } }).structuredContent;
    assert.equal(results.length, 2);
    child.stdin.end();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  }
});
