import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { activeParts } from './support/active-markdown.ts';
import { NEW } from './support/mcp-caller.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { OUTPUT_PAYLOADS } from './support/output-payloads.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';

// Whatever a model or a page writes: no interface passes on Markdown that loads, runs or misleads.

const QUESTION = 'What is an axolotl?';
const messages = [{ role: 'user', content: QUESTION }];
const HOSTS = ['animals.test', 'lakes.test'];

type Interface = {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The pieces of the answer's text in a reply. */
  readonly pieces: (reply: string) => readonly unknown[];
};

const inJson = (read: (data: Data) => unknown) => (reply: string) => [read(JSON.parse(reply))];
const inEvents = (read: (data: Data) => unknown) => (reply: string) =>
  toSseEvents(reply)
    .filter(({ data }) => data.startsWith('{'))
    .map(({ data }) => read(JSON.parse(data)) ?? '');
const inLines = (read: (data: Data) => unknown) => (reply: string) =>
  reply
    .trim()
    .split('\n')
    .map((line) => read(JSON.parse(line)) ?? '');
/** A reply of one of the interfaces; a path that leads nowhere fails the test by itself. */
// biome-ignore lint/suspicious/noExplicitAny: replies of seven protocols
type Data = any;

const _meta = {
  'io.modelcontextprotocol/protocolVersion': NEW,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const ofMcp = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': NEW,
  'mcp-method': 'tools/call',
  'mcp-name': 'ask',
};
const stream = true;
const input = QUESTION;
const query = QUESTION;

const INTERFACES: readonly Interface[] = [
  { name: 'REST', path: '/api/ask', body: { query }, pieces: inJson(({ answer }) => answer) },
  {
    ...{
      name: 'REST, streamed',
      path: '/api/ask',
      body: { query },
      headers: { accept: 'text/event-stream' },
    },
    pieces: (reply) =>
      toSseEvents(reply)
        .filter(({ event }) => event === 'answer-delta')
        .map(({ data }) => JSON.parse(data).text),
  },
  {
    ...{ name: 'REST, Markdown', path: '/api/ask', body: { query }, headers: { accept: 'text/markdown' } },
    pieces: (reply) => [reply],
  },
  {
    ...{ name: 'chat', path: '/v1/chat/completions', body: { messages } },
    pieces: inJson(({ choices }) => choices[0].message.content),
  },
  {
    ...{ name: 'chat, streamed', path: '/v1/chat/completions', body: { messages, stream } },
    pieces: inEvents(({ choices }) => choices[0]?.delta.content),
  },
  {
    ...{ name: 'responses', path: '/v1/responses', body: { input } },
    pieces: inJson(({ output }) => output.find(({ type }: Data) => type === 'message').content[0].text),
  },
  {
    ...{ name: 'responses, streamed', path: '/v1/responses', body: { input, stream } },
    pieces: inEvents(({ type, delta }) => (type === 'response.output_text.delta' ? delta : '')),
  },
  {
    ...{ name: 'Perplexity chat', path: '/chat/completions', body: { messages } },
    pieces: inJson(({ choices }) => choices[0].message.content),
  },
  {
    ...{ name: 'Ollama chat', path: '/api/chat', body: { model: 'sayso', messages, stream: false } },
    pieces: inJson(({ message }) => message.content),
  },
  {
    ...{ name: 'Ollama chat, streamed', path: '/api/chat', body: { model: 'sayso', messages } },
    pieces: inLines(({ message }) => message?.content),
  },
  {
    ...{ name: 'MCP', path: '/mcp', headers: ofMcp },
    body: { ...call, params: { name: 'ask', arguments: { query }, _meta } },
    pieces: inJson(({ result }) => result.structuredContent.answer),
  },
  {
    ...{ name: 'Tavily', path: '/search', body: { query, include_answer: true } },
    pieces: inJson(({ answer }) => answer),
  },
];

const search = await startSearchServer();
const model = await startModelServer();
const service = await startTestService({
  SEARCH_PRIMARY_URL: search.url,
  MODEL_BASE_URL: model.url,
  ANSWER_CACHE_SECONDS: '0',
});
after(async () => {
  for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
});

async function textFrom({ name, path, body, headers, pieces }: Interface): Promise<readonly string[]> {
  const reply = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  assert.equal(reply.status, 200, `${name}: ${text}`);
  return pieces(text).map(String);
}

/** Texts that were parsed before: the interfaces send the same pieces. */
const harmless = new Set<string>();

function assertHarmless(markdown: string, name: string): void {
  if (harmless.has(markdown)) return;
  assert.deepEqual(activeParts(markdown, HOSTS), [], `${name}: ${markdown}`);
  harmless.add(markdown);
}

const onOneLine = (markdown: string) => markdown.replaceAll(/\s+/g, ' ');

test('no interface passes on what loads, runs or misleads, whole or in pieces; the words stay', async () => {
  assert.ok(OUTPUT_PAYLOADS.length >= 60);
  for (const [at, { written, words }] of OUTPUT_PAYLOADS.entries()) {
    model.script = streaming('It is so [1]. ', ...(written.match(/[\s\S]{1,3}/gu) ?? []));
    // The policy is one for all, so each payload goes through every sixth interface, in turn.
    const asked = INTERFACES.filter((_, place) => place % 6 === at % 6);
    const told = await Promise.all(asked.map(async (each) => [each.name, await textFrom(each)] as const));
    for (const [name, pieces] of told) {
      for (let end = 1; end <= pieces.length; end++) assertHarmless(pieces.slice(0, end).join(''), name);
      const text = onOneLine(pieces.join(''));
      assert.ok(text.startsWith('It is so [1]. '), `${name}: ${text}`);
      for (const word of words) assert.ok(text.includes(word), `${name}: ${word} is not in ${text}`);
    }
  }
});

test('titles and passages of hostile pages are text where a program renders them', async () => {
  const url = 'https://animals.test/![p](https://evil.test/p)';
  const title = 'Axolotl ![p](https://evil.test/p) <img src=//evil.test>';
  for (const { written } of OUTPUT_PAYLOADS.filter((_, at) => at % 4 === 0)) {
    search.script = withResults([{ url, title, content: `The axolotl is a salamander. ${written}` }]);
    model.script = streaming('It is so [1].');
    const [markdown = ''] = await textFrom(INTERFACES[2] ?? assert.fail());
    assertHarmless(markdown, 'Markdown');
    const body = { model: 'sayso-context', messages };
    const passages = { ...{ name: 'passages', path: '/v1/chat/completions', body } };
    const [text = ''] = await textFrom({
      ...passages,
      pieces: inJson(({ choices }) => choices[0].message.content),
    });
    assertHarmless(text, 'passages');
    assert.ok(text.startsWith('[1] Axolotl !'), text);
  }
  search.script = withResults();
});
