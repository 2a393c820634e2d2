import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hashOf } from '../src/keys/key-file.ts';
import { NEW } from './support/mcp-caller.ts';
import { refusing, startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { hanging, startSearchServer, withResults, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

// Every interface for other programs gets the same faults, and reports them in the place where its clients
// expect errors.

type Body = Readonly<Record<string, unknown>>;
type Protocol = {
  readonly name: string;
  readonly path: string;
  /** Absent for a GET. */
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** The place where a client finds the error. */
  readonly error: string;
  /** The same if the body was not read: the service then knows only the path. */
  /** Whether a model writes the reply. */
  readonly writes?: true;
  /** The place of a failed search in a reply with status 200. */
  readonly dead?: string;
};

const QUESTION = 'What is an axolotl?';
const messages = [{ role: 'user', content: QUESTION }];
const _meta = {
  'io.modelcontextprotocol/protocolVersion': NEW,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
const params = { name: 'ask', arguments: { query: QUESTION }, _meta };
const mcp = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': NEW,
  'mcp-method': 'tools/call',
  'mcp-name': 'ask',
};
const query = QUESTION;
const PROTOCOLS: readonly Protocol[] = [
  { name: 'REST', path: '/api/ask', body: { query }, error: 'error', writes: true },
  {
    ...{ name: 'REST, streamed', path: '/api/ask', body: { query }, error: 'error', writes: true },
    headers: { accept: 'text/event-stream' },
  },
  { name: 'chat', path: '/v1/chat/completions', body: { messages }, error: 'error.message', writes: true },
  {
    ...{ name: 'chat, streamed', path: '/v1/chat/completions', body: { messages, stream: true } },
    ...{ error: 'error.message', writes: true },
  },
  { name: 'responses', path: '/v1/responses', body: { input: query }, error: 'error.message', writes: true },
  {
    ...{ name: 'responses, streamed', path: '/v1/responses', body: { input: query, stream: true } },
    ...{ error: 'error.message', writes: true },
  },
  {
    name: 'Perplexity chat',
    path: '/chat/completions',
    body: { messages },
    error: 'error.message',
    writes: true,
  },
  {
    name: 'Ollama chat',
    path: '/api/chat',
    body: { model: 'sayso', messages },
    error: 'error',
    writes: true,
  },
  {
    ...{
      name: 'Ollama generate',
      path: '/api/generate',
      body: { model: 'sayso', prompt: query, stream: false },
    },
    ...{ error: 'error', writes: true },
  },
  {
    ...{
      name: 'MCP',
      path: '/mcp',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: mcp,
    },
    ...{ error: 'error.message', dead: 'result.content.0.text', writes: true },
  },
  {
    name: 'Tavily',
    path: '/search',
    body: { query, include_answer: true },
    error: 'detail.error',
    writes: true,
  },
  {
    name: 'SearXNG',
    path: '/search?format=json&q=axolotl',
    error: 'error',
    dead: 'unresponsive_engines.0.1',
  },
  { name: 'Ollama search', path: '/api/web_search', body: { query }, error: 'error' },
  { name: 'Open WebUI', path: '/search/external', body: { query, count: 2 }, error: 'error' },
];

const search = await startSearchServer();
const PATIENT = { ANSWER_DEADLINE_MS: '3600000', MODEL_TIMEOUT_MS: '3600000', SEARCH_TIMEOUT_MS: '3600000' };
const answered = streaming('An axolotl is a salamander [1].');
const model = await startModelServer(answered);
const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
const service = await startTestService({ ...settings, ...PATIENT, MODEL_ONLY_FALLBACK: 'off' });
after(async () => {
  for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
});

function call(
  { path, body, headers }: Protocol,
  {
    url = service.url,
    text,
    ...init
  }: { url?: string; text?: string; signal?: AbortSignal; key?: string } = {},
): Promise<Response> {
  const { key, signal } = init;
  return fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    ...(body !== undefined && { body: text ?? JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** The value at a place in a reply, which is one object, or in the last object of a stream. */
async function told(reply: Response, place: string): Promise<string> {
  const text = await reply.text();
  const data = text.startsWith('{')
    ? text
    : (text
        .match(/^data: (\{.*)$/gm)
        ?.at(-1)
        ?.slice('data: '.length) ?? '');
  const value = place
    .split('.')
    .reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), JSON.parse(data));
  return typeof value === 'string' ? value : assert.fail(`nothing at ${place}: ${text.slice(0, 300)}`);
}

test('if every search fails, each protocol says so where its clients look', async () => {
  search.script = withStatus(500);
  model.script = refusing(500);
  for (const each of PROTOCOLS) {
    const reply = await call(each);
    assert.equal(reply.status, each.dead === undefined ? 502 : 200, each.name);
    assert.match(await told(reply, each.dead ?? each.error), /search failed|engine|500/i, each.name);
  }
  search.script = withResults();
  model.script = answered;
});

test('if only the model fails, each protocol that writes quotes the sources', async () => {
  model.script = refusing(500);
  for (const each of PROTOCOLS.filter(({ writes }) => writes)) {
    const reply = await call(each);
    assert.equal(reply.status, 200, each.name);
    assert.match(await reply.text(), /keeps its gills/, each.name);
  }
  model.script = answered;
});

test('a search that hangs until the deadline is a failure in the format of each protocol', async () => {
  const short = { ANSWER_DEADLINE_MS: '200', QUERY_DEADLINE_MS: '200', SEARCH_TIMEOUT_MS: '150' };
  await using hasty = await startTestService({ ...settings, ...short, MODEL_ONLY_FALLBACK: 'off' });
  search.script = hanging;
  model.script = refusing(500);
  for (const each of PROTOCOLS) {
    const reply = await call(each, { url: hasty.url });
    assert.ok([200, 502, 504].includes(reply.status), `${each.name}: ${reply.status}`);
    if (reply.status !== 200) assert.notEqual(await told(reply, each.error), '', each.name);
    else await reply.text();
  }
  search.script = withResults();
  model.script = answered;
});

test('each protocol stops the model when its caller leaves', async () => {
  for (const each of PROTOCOLS.filter(({ writes }) => writes)) {
    const [reached, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    model.script = (response, ...given) => {
      response.once('close', dropped.resolve);
      streamingThenHanging('An axolotl is')(response, ...given);
      reached.resolve();
    };
    const leaving = new AbortController();
    const reply = call(each, { signal: leaving.signal }).then((one) => one.text());
    reply.catch(() => undefined);
    await reached.promise;
    leaving.abort();
    await dropped.promise;
    await assert.rejects(reply, { name: 'AbortError' }, each.name);
  }
  model.script = answered;
});

test('each protocol reports a missing or wrong key, a broken body and one request too many', async () => {
  // Each key has a limit of its own.
  const keys = PROTOCOLS.map((_, at) => `a-long-enough-key-${at}`);
  const guarding = { API_KEYS: keys.join(), RATE_LIMIT: '1/minute' };
  await using guarded = await startTestService({ ...settings, ...guarding });
  for (const [at, each] of PROTOCOLS.entries()) {
    for (const key of [undefined, 'wrong']) {
      const refused = await call(each, { url: guarded.url, ...(key !== undefined && { key }) });
      assert.equal(refused.status, 401, each.name);
      assert.match(await told(refused, each.error), /key/i, each.name);
    }
    const own = { url: guarded.url, key: keys[at] ?? '' };
    const reply = await call(each, own);
    assert.equal(reply.status, 200, each.name);
    await reply.text();
    const over = await call(each, own);
    assert.equal(over.status, 429, each.name);
    assert.ok(Number(over.headers.get('retry-after')) > 0, each.name);
    assert.notEqual(await told(over, each.error), '', each.name);
    if (each.body === undefined) continue;
    const broken = await call(each, { text: '{"query":' });
    assert.equal(broken.status, 400, each.name);
    assert.match(await told(broken, each.error), /not valid JSON/, each.name);
    const large = await call(each, { text: JSON.stringify({ ...each.body, more: 'x'.repeat(2_000_000) }) });
    assert.equal(large.status, 413, each.name);
    assert.match(await told(large, each.error), /MAX_BODY_BYTES|large/, each.name);
  }
});

test('each protocol refuses a key for another one, or without budget', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const file = join(folder.path, 'keys.yml');
  await writeFile(
    file,
    `keys:\n  rest: { sha256: ${hashOf('rest')}, interfaces: [rest] }\n  mcp: { sha256: ${hashOf('mcp')}, interfaces: [mcp] }\n  all: { sha256: ${hashOf('all')} }\n` +
      `  spent: { sha256: ${hashOf('spent')}, tokens_per_day: 1 }\n`,
  );
  await using keyed = await startTestService({ ...settings, KEYS_FILE: file });
  for (const each of PROTOCOLS) {
    const other = each.path.startsWith('/api/ask') ? 'mcp' : 'rest';
    const refused = await call(each, { url: keyed.url, key: other });
    assert.equal(refused.status, 403, each.name);
    assert.match(
      await told(refused, each.error),
      new RegExp(`^This key is for other interfaces \\(${other}\\)\\.`),
      each.name,
    );
    assert.equal((await call(each, { url: keyed.url, key: 'all' })).status, 200, each.name);
  }
  for (const each of PROTOCOLS.filter(({ writes }) => writes)) {
    await (await call(each, { url: keyed.url, key: 'spent' })).text();
    const spent = await call(each, { url: keyed.url, key: 'spent' });
    const body = await spent.clone().text();
    assert.match(
      await told(spent, each.dead ?? each.error),
      /^The budget of this key .* starts anew on/,
      each.name,
    );
    assert.equal(spent.status, each.dead === undefined ? 429 : 200, each.name);
    assert.equal(spent.headers.get('x-budget-remaining'), '0', each.name);
    if (spent.status === 429) assert.ok(Number(spent.headers.get('retry-after')) > 0, each.name);
    if (each.error === 'error.message' && each.dead === undefined)
      assert.match(body, /"type":"budget_exceeded"/);
  }
  const rest = `${keyed.url}/api/v1/query?q=axolotl`;
  assert.equal((await fetch(rest, { headers: { 'x-api-key': 'rest' } })).status, 200);
  assert.equal((await fetch(keyed.url, { headers: { 'x-api-key': 'rest' } })).status, 200);
});

/** The tests of the other protocols have a test of their own for this. */
const MANY = ['Tavily', 'Ollama search'];

test('60 calls at the same time are all answered, in each protocol', async () => {
  for (const each of PROTOCOLS.filter(({ name }) => MANY.includes(name))) {
    const replies = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const reply = await call(each);
        return { status: reply.status, text: await reply.text() };
      }),
    );
    const expected = each.writes ? 'salamander' : 'axolotl';
    const good = replies.filter(({ status, text }) => status === 200 && text.includes(expected));
    assert.equal(good.length, 60, `${each.name}: ${replies.find((one) => !good.includes(one))?.text}`);
  }
});
