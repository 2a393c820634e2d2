import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { type ModelServer, streamingThenHanging } from '../support/model-server.ts';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { until } from '../support/until.ts';
import { covers } from './covers.ts';
import { ANSWER, SOURCES } from './stage.ts';

const NEW = '@modelcontextprotocol/client';
const OLD = '@modelcontextprotocol/sdk';
const TOOLS = ['ask', 'search', 'fetch', 'context'];
const info = { name: 'test', version: '1' };
/** So long that the model does not stop because of its time limit. */
const PATIENT = { ANSWER_DEADLINE_MS: '3600000', MODEL_TIMEOUT_MS: '3600000' };
const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
const ask = { name: 'ask', arguments: { query: 'What is an axolotl?' } };

/** The parts of both clients that the tests use. */
type AnyClient = Pick<NewClient, 'close'> & {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: typeof ask): Promise<object>;
};
type Answered = {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: {
    readonly answer: string;
    readonly sources: readonly { readonly url: string }[];
  };
  readonly isError?: boolean;
};

async function assertAnswers(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS,
  );
  const { structuredContent, content } = (await client.callTool(ask)) as Answered;
  assert.equal(structuredContent?.answer, ANSWER);
  assert.deepEqual(
    structuredContent.sources.map(({ url }) => url),
    SOURCES,
  );
  assert.deepEqual(JSON.parse(content?.[0]?.text ?? ''), structuredContent);
}

async function newClient(url: string, mode: 'auto' | { pin: string } = { pin: '2026-07-28' }, key?: string) {
  const client = new NewClient(info, { versionNegotiation: { mode } });
  const requestInit = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new NewHttp(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

async function oldClient(url: string, key?: string) {
  const client = new Client(info);
  const requestInit = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  // Its types do not know `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

covers(NEW, 'tools over HTTP with protocol version 2026-07-28, without a handshake', async () => {
  await using on = await startStage();
  for (const mode of [{ pin: '2026-07-28' }, 'auto'] as const) {
    const client = await newClient(on.url, mode);
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
    await assertAnswers(client);
    await client.close();
  }
});

covers(OLD, 'tools over HTTP after a handshake', async () => {
  await using on = await startStage();
  const client = await oldClient(on.url);
  await assertAnswers(client);
  await client.close();
});

covers(OLD, 'every protocol version since 2025-03-26', async () => {
  await using on = await startStage();
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    const client = new Client(info);
    const transport = new StreamableHTTPClientTransport(new URL(`${on.url}/mcp`));
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ('method' in message && message.method === 'initialize')
        message.params = { ...message.params, protocolVersion: version };
      return send(message, options);
    };
    await client.connect(transport as Parameters<Client['connect']>[0]);
    assert.equal(transport.protocolVersion, version);
    await assertAnswers(client);
    await client.close();
  }
});

covers(NEW, 'progress', async () => {
  await using on = await startStage();
  const client = await newClient(on.url);
  const told: string[] = [];
  await client.callTool(ask, { onprogress: ({ message = '' }) => told.push(message) });
  assert.deepEqual(told, ['Searching', 'Reading the pages that were found', 'Chose 2 sources']);
  await client.close();
});

covers(OLD, 'progress', async () => {
  await using on = await startStage();
  const client = await oldClient(on.url);
  const told: string[] = [];
  await client.callTool(ask, undefined, { onprogress: ({ message = '' }) => told.push(message) });
  assert.deepEqual(told, ['Searching', 'Reading the pages that were found', 'Chose 2 sources']);
  await client.close();
});

/** Cancels a call while the model writes, and waits until the model has stopped. */
async function assertStops(
  model: ModelServer,
  call: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const calls = model.calls;
  const leaving = new AbortController();
  const called = call(leaving.signal);
  called.catch(() => undefined);
  await until(() => model.calls > calls);
  leaving.abort();
  await model.dropped;
  await assert.rejects(called);
}

covers(NEW, 'cancellation', async () => {
  await using on = await startStage(PATIENT);
  on.model.script = streamingThenHanging('An axolotl');
  const client = await newClient(on.url);
  await assertStops(on.model, (signal) => client.callTool(ask, { signal }));
  await client.close();
});

covers(OLD, 'cancellation', async () => {
  await using on = await startStage(PATIENT);
  on.model.script = streamingThenHanging('An axolotl');
  const client = await oldClient(on.url);
  await assertStops(on.model, (signal) => client.callTool(ask, undefined, { signal }));
  await client.close();
});

covers(NEW, 'errors', async () => {
  await using on = await startStage({ API_KEYS: 'a-long-enough-key-1' });
  await assert.rejects(newClient(on.url), /401|key/i);
  const client = await newClient(on.url, 'auto', 'a-long-enough-key-1');
  await assert.rejects(client.callTool({ name: 'guess' }), /There is no tool "guess"/);
  on.search.script = withStatus(500);
  const failed = (await client.callTool({ name: 'search', arguments: { query: 'x' } })) as Answered;
  assert.equal(failed.isError, true);
  assert.match(failed.content?.[0]?.text ?? '', /The search failed/);
  await client.close();
});

covers(OLD, 'errors', async () => {
  await using on = await startStage({ API_KEYS: 'a-long-enough-key-1' });
  await assert.rejects(oldClient(on.url, 'wrong'), /key/i);
  const client = await oldClient(on.url, 'a-long-enough-key-1');
  await assert.rejects(client.callTool({ name: 'guess' }), McpError);
  const wrong = (await client.callTool({ name: 'search', arguments: {} })) as Answered;
  assert.equal(wrong.isError, true);
  assert.match(wrong.content?.[0]?.text ?? '', /`query` must be a string/);
  await client.close();
});

covers(NEW, '`sayso mcp`', async () => {
  await using on = await startStage();
  const client = new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new NewStdio(commandOn(on)));
  await assertAnswers(client);
  await client.close();
});

covers(OLD, '`sayso mcp`', async () => {
  await using on = await startStage();
  const client = new Client(info);
  await client.connect(new StdioClientTransport(commandOn(on)));
  await assertAnswers(client);
  await client.close();
});

for (const client of [NEW, OLD])
  covers(client, '`sayso mcp --server`', async () => {
    await using on = await startStage({ API_KEYS: 'a-long-enough-key-1' });
    const env = { SAYSO_API_KEY: 'a-long-enough-key-1', PATH: process.env.PATH ?? '' };
    const command = { command: process.execPath, args: [main, 'mcp', '--server', on.url], env };
    const isNew = client === NEW;
    const one = isNew ? new NewClient(info, { versionNegotiation: { mode: 'auto' } }) : new Client(info);
    if (one instanceof NewClient) await one.connect(new NewStdio(command));
    else await one.connect(new StdioClientTransport(command));
    if (one instanceof NewClient) assert.equal(one.getNegotiatedProtocolVersion(), '2026-07-28');
    await assertAnswers(one);
    await one.close();
  });

type Stage = Awaited<ReturnType<typeof startStage>>;

function commandOn({ search, model }: Stage) {
  const back = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
  const env = { ...back, SEARCH_TERTIARY_URL: 'off', READ_PAGES: 'off', PATH: process.env.PATH ?? '' };
  return { command: process.execPath, args: [main, 'mcp'], env };
}

/**
 * The others need tools, resources or prompts of a reference server, or features that Sayso does not offer:
 * completion, logging, sampling, elicitation and resumption.
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

covers('@modelcontextprotocol/conformance', SCENARIOS.map((name) => `\`${name}\``).join(', '), async () => {
  await using on = await startStage();
  const program = join(import.meta.dirname, 'node_modules', '.bin', 'conformance');
  for (const scenario of SCENARIOS) {
    const args = [program, 'server', '--url', `${on.url}/mcp`, '--scenario', scenario];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    assert.match(stdout, /Passed: (\d+)\/\1, 0 failed, 0 warnings/, scenario);
  }
});
