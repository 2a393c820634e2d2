import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  breakingOff,
  refusing,
  startModelServer,
  streaming,
  streamingThenHanging,
} from './support/model-server.ts';
import { responseResource, streamingEvent } from './support/open-responses.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';

type Fields = Readonly<Record<string, unknown>>;

const QUESTION = 'What is an axolotl?';
const ANSWER = 'An axolotl is a **salamander** [1]. It never grows up [2].';
const WEB_SEARCH = { tools: [{ type: 'web_search' }] };

async function stage(environment: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer());
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, ...environment };
  const service = stack.use(await startTestService(settings));
  return { search, model, url: service.url, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function post(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** A whole response, which must have the fields of the specification. */
async function respond(url: string, body: Fields) {
  const response = await post(url, { model: 'sayso', ...body });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return responseResource.parse(JSON.parse(text));
}

/** The events of a response, each of which must have the fields of the specification. */
async function follow(url: string, body: Fields) {
  const response = await post(url, { model: 'sayso', ...body, stream: true });
  assert.equal(response.status, 200);
  const events = toSseEvents(await response.text());
  assert.equal(events.at(-1)?.data, '[DONE]');
  return events.slice(0, -1).map(({ event, data }, at) => {
    const read = streamingEvent.parse(JSON.parse(data));
    assert.equal(read.type, event);
    assert.equal(read.sequence_number, at);
    return read;
  });
}

const textOf = ({ output }: Awaited<ReturnType<typeof respond>>) =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map(({ text }) => text)
    .join('');

const message = (role: string, content: unknown) => ({ type: 'message', role, content });

// The cases of the compliance test in openresponses/openresponses, except those for functions and files,
// which this service does not call or search.
const compliance: Readonly<Record<string, Fields>> = {
  'a plain message': { input: [message('user', QUESTION)] },
  'a text as the whole input': { input: QUESTION },
  'a message of the system': { input: [message('system', 'You are a pirate.'), message('user', QUESTION)] },
  'an image beside the text': {
    input: [
      message('user', [
        { type: 'input_text', text: QUESTION },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
      ]),
    ],
  },
  'a file beside the text': {
    input: [
      message('user', [
        { type: 'input_text', text: QUESTION },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
      ]),
    ],
  },
  'a conversation': {
    input: [message('user', 'My name is Alice.'), message('assistant', 'Hello!'), message('user', QUESTION)],
  },
  'the search of the web as a tool': {
    input: QUESTION,
    tools: [{ type: 'web_search', external_web_access: false }],
    tool_choice: { type: 'web_search' },
    include: ['web_search_call.action.sources'],
  },
};

test('every case of the compliance test is completed, whole and as a stream', async () => {
  await using on = await stage();
  for (const [name, body] of Object.entries(compliance)) {
    const whole = await respond(on.url, body);
    assert.equal(whole.status, 'completed', name);
    assert.equal(textOf(whole), ANSWER, name);
    assert.equal(
      whole.output.some(({ type }) => type === 'web_search_call'),
      'tools' in body,
      name,
    );
    const last = (await follow(on.url, body)).at(-1);
    assert.equal(last?.type, 'response.completed', name);
  }
});

test('the id of a response continues its conversation, and nothing is stored', async () => {
  await using on = await stage();
  on.model.script = streaming('Marie Curie [1].');
  const first = await respond(on.url, { input: 'Who discovered radium?' });
  const second = await respond(on.url, { input: 'When was she born?', previous_response_id: first.id });
  assert.equal(second.previous_response_id, first.id);
  assert.match(on.search.asked.at(-1) ?? '', /radium/);
  assert.match(on.model.prompt, /asked: Who discovered radium\?\n {2}answered: Marie Curie/);
  assert.equal(first.store, false);
});

test('the id of a stream never changes, and stands for the conversation up to the question', async () => {
  await using on = await stage();
  const events = await follow(on.url, { input: 'Who discovered radium?' });
  const ids = new Set(events.flatMap((event) => ('response' in event ? event.response.id : [])));
  assert.equal(ids.size, 1);
  await respond(on.url, { input: 'And where?', previous_response_id: [...ids][0] });
  assert.match(on.model.prompt, /asked: Who discovered radium\?/);
});

test('ids of another service, changed ones and other texts get a 400', async () => {
  await using on = await stage({ SIGNING_SECRET: 'one' });
  await using other = await stage({ SIGNING_SECRET: 'two' });
  await using same = await stage({ SIGNING_SECRET: 'one' });
  const { id } = await respond(on.url, { input: QUESTION });
  await respond(same.url, { input: 'Why?', previous_response_id: id });
  for (const previous_response_id of [
    id.slice(0, -1),
    `${id}A`,
    'resp_',
    'x',
    `resp_${'A'.repeat(30_000)}`,
  ]) {
    const response = await post(on.url, { input: 'Why?', previous_response_id });
    assert.equal(response.status, 400);
    assert.match((await response.json()).error.message, /previous_response_id/);
  }
  assert.equal((await post(other.url, { input: 'Why?', previous_response_id: id })).status, 400);
});

test('the events of a stream come in their order, and its last one repeats everything', async () => {
  await using on = await stage();
  const events = await follow(on.url, { input: QUESTION, ...WEB_SEARCH });
  const kinds = events.map(({ type }) => type.replace('response.', ''));
  assert.deepEqual(
    kinds.filter((kind, at) => kind !== kinds[at - 1]),
    [
      'created',
      'in_progress',
      'output_item.added',
      'web_search_call.in_progress',
      'web_search_call.searching',
      'web_search_call.completed',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.annotation.added',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ],
  );
  const deltas = events.flatMap((event) => ('delta' in event ? event.delta : []));
  assert.equal(deltas.join(''), ANSWER);
  const last = events.at(-1);
  assert.ok(last?.type === 'response.completed');
  const [search, told] = last.response.output;
  assert.ok(search?.type === 'web_search_call' && told?.type === 'message');
  assert.deepEqual(search.action, {
    type: 'search',
    query: QUESTION,
    queries: [QUESTION],
    sources: [
      { type: 'url', url: 'https://animals.test/axolotl' },
      { type: 'url', url: 'https://lakes.test/xochimilco' },
    ],
  });
  const added = events.flatMap((event) => ('annotation' in event ? event.annotation : []));
  assert.deepEqual(told.content[0]?.annotations, added);
  for (const { start_index, end_index } of added)
    assert.match(ANSWER.slice(start_index, end_index), /^\[[12]\]$/);
  assert.equal(last.response.usage?.total_tokens, 120);
  const done = events.filter((event) => event.type === 'response.output_item.done');
  assert.deepEqual(
    done.map((event) => ('item' in event ? event.item : null)),
    last.response.output,
  );
});

test('filters of the tool limit the sources, and its options are checked', async () => {
  await using on = await stage();
  const only = (filters: Fields) => ({ input: QUESTION, tools: [{ type: 'web_search', filters }] });
  const sources = async (body: Fields) =>
    (await respond(on.url, body)).output.flatMap((item) => ('action' in item ? item.action.sources : []));
  assert.deepEqual(await sources(only({ allowed_domains: ['animals.test'] })), [
    { type: 'url', url: 'https://animals.test/axolotl' },
  ]);
  assert.deepEqual(await sources(only({ blocked_domains: ['animals.test'] })), [
    { type: 'url', url: 'https://lakes.test/xochimilco' },
  ]);
  const response = await post(on.url, only({ allowed_domains: ['not a host'] }));
  assert.equal(response.status, 400);
  assert.match((await response.json()).error.message, /tools\.0\.filters\.allowed_domains/);
});

test('instructions and developer messages are style requests, and fields are repeated', async () => {
  await using on = await stage();
  const said = {
    input: [message('developer', 'Use short words.'), message('user', QUESTION)],
    instructions: 'Be kind.',
    reasoning: { effort: 'low' },
    metadata: { trace: '7' },
    temperature: 0.2,
    unknown_field: { deep: [] },
  };
  const response = await respond(on.url, said);
  assert.match(on.model.prompt, /“Be kind\. Use short words\.”/);
  assert.equal(response.instructions, 'Be kind.');
  assert.equal(response.reasoning?.effort, 'low');
  assert.deepEqual(response.metadata, { trace: '7' });
  assert.equal(response.temperature, 0.2);
});

test('a response that is JSON is checked, and a stream of it fails in the usual format', async () => {
  await using on = await stage();
  const schema = { type: 'object', properties: { legs: { type: 'integer' } }, required: ['legs'] };
  const text = { format: { type: 'json_schema', name: 'animal', strict: true, schema } };
  on.model.script = streaming('{"legs": 4}');
  assert.deepEqual(JSON.parse(textOf(await respond(on.url, { input: QUESTION, text }))), { legs: 4 });
  on.model.script = streaming('{"legs": "four"}');
  assert.equal((await post(on.url, { input: QUESTION, text })).status, 502);
  const last = (await follow(on.url, { input: QUESTION, text })).at(-1);
  assert.ok(last?.type === 'response.failed');
  assert.match(last.response.error?.message ?? '', /`\/legs` is not of the type integer/);
  const passages = await post(on.url, { model: 'sayso-context', input: QUESTION, text });
  assert.equal(passages.status, 400);
});

test('requests for unsupported features are refused in words', async () => {
  await using on = await stage();
  const cases: readonly (readonly [unknown, RegExp])[] = [
    ['{', /not valid JSON/],
    [{ input: QUESTION, background: true }, /background/],
    [{ input: QUESTION, tool_choice: { type: 'function', name: 'f' } }, /is not in `tools`/],
    [{ input: [] }, /last message of the user is empty/],
    [{ model: 'sayso' }, /`input`/],
  ];
  for (const [body, reason] of cases) {
    const response = await post(on.url, body);
    assert.equal(response.status, 400);
    assert.match((await response.json()).error.message, reason);
  }
  assert.equal((await post(on.url, { input: QUESTION, model: 'gpt-5' })).status, 404);
});

test('failures have their status before the stream begins, and are its last event afterwards', async () => {
  await using on = await stage({ MODEL_ONLY_FALLBACK: 'off' });
  on.search.script = withStatus(500);
  for (const stream of [false, true])
    assert.equal((await post(on.url, { input: QUESTION, stream })).status, 502);
  await using search = await startSearchServer();
  await using alone = await startTestService({ SEARCH_PRIMARY_URL: search.url });
  const events = await follow(alone.url, { input: QUESTION, ...WEB_SEARCH });
  const last = events.at(-1);
  assert.ok(last?.type === 'response.failed');
  assert.equal(last.response.status, 'failed');
  assert.equal(last.response.error?.code, 'server_error');
  assert.match(last.response.error?.message ?? '', /sayso-context/);
});

test('a model that is down leaves quotes, and a deadline leaves an incomplete response', async () => {
  await using on = await stage({ ANSWER_DEADLINE_MS: '800' });
  on.model.script = refusing(401);
  assert.match(textOf(await respond(on.url, { input: QUESTION })), /salamander.*\[1\]/s);
  on.model.script = streamingThenHanging('An axolotl is a salamander [1]. It never gro');
  const cut = await respond(on.url, { input: QUESTION });
  assert.equal(cut.status, 'incomplete');
  assert.equal(cut.incomplete_details?.reason, 'deadline');
  assert.equal((await follow(on.url, { input: QUESTION })).at(-1)?.type, 'response.incomplete');
});

test('an answer whose model fails while it writes is an incomplete response', async () => {
  await using on = await stage();
  on.model.script = breakingOff('An axolotl is a salamander [1]. It never gro');
  const broken = await respond(on.url, { input: QUESTION });
  assert.match(textOf(broken), /^An axolotl is a salamander \[1\]\.\n\n\S/);
  assert.deepEqual([broken.status, broken.incomplete_details?.reason], ['incomplete', 'model_failed']);
  const last = (await follow(on.url, { input: QUESTION })).at(-1);
  assert.ok(last?.type === 'response.incomplete');
  assert.equal(last.response.incomplete_details?.reason, 'model_failed');
});

test('`sayso-context` responds with passages whose numbers are its citations', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
  const response = await respond(service.url, { model: 'sayso-context', input: QUESTION });
  const text = textOf(response);
  assert.match(text, /^\[1\] Axolotl\n/);
  const [told] = response.output;
  assert.ok(told?.type === 'message');
  assert.deepEqual(
    told.content[0]?.annotations.map(({ start_index, end_index }) => text.slice(start_index, end_index)),
    ['[1]', '[2]'],
  );
});

test('a caller who leaves stops the model', async () => {
  await using on = await stage();
  on.model.script = streamingThenHanging('An axolotl ');
  const leaving = new AbortController();
  const response = await post(on.url, { input: QUESTION, stream: true }, leaving.signal);
  await response.body?.getReader().read();
  leaving.abort();
  await on.model.dropped;
});

test('keys, rates and foreign pages are treated as everywhere, with the errors of the protocol', async () => {
  await using on = await stage({ API_KEYS: 'secret-key-1' });
  const refused = await post(on.url, { input: QUESTION });
  assert.equal(refused.status, 401);
  assert.equal((await refused.json()).error.type, 'authentication_error');
  await using limited = await stage({ RATE_LIMIT: '1/minute' });
  await respond(limited.url, { input: QUESTION });
  assert.equal((await post(limited.url, { input: QUESTION })).status, 429);
});

test('200 streams at the same time are all complete', async () => {
  await using on = await stage();
  const texts = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const last = (await follow(on.url, { input: QUESTION })).at(-1);
      assert.ok(last?.type === 'response.completed');
      return textOf(last.response);
    }),
  );
  assert.deepEqual([...new Set(texts)], ['An axolotl is a **salamander** [1]. It never grows up [2].']);
});

/** A request as the MCP server of Perplexity sends it. */
const agentBody = (preset: string, more: Fields = {}) => ({
  preset,
  input: [{ type: 'message', role: 'user', content: QUESTION }],
  ...more,
});
const askAgent = (url: string, body: Fields, path = '/v1/agent') =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test("Perplexity's agent: the sources are an item of the output, whole and streamed", async () => {
  await using on = await stage();
  const whole = await (await askAgent(on.url, agentBody('fast'))).json();
  const [found, told] = whole.output;
  assert.deepEqual([whole.model, found.type, told.content[0].text], ['sayso', 'search_results', ANSWER]);
  assert.deepEqual(
    found.results.map(({ id, url }: { id: number; url: string }) => [id, url]),
    [
      [1, 'https://animals.test/axolotl'],
      [2, 'https://lakes.test/xochimilco'],
    ],
  );
  assert.ok(!JSON.stringify(found).includes('null'));
  const streamed = toSseEvents(await (await askAgent(on.url, agentBody('fast', { stream: true }))).text());
  const read = streamed.slice(0, -1).map(({ data }) => JSON.parse(data));
  const { response } = read.at(-1);
  assert.deepEqual(response.output[0].results, found.results);
  const added = read.filter(({ type }) => type === 'response.output_item.added');
  assert.deepEqual(
    added.map(({ output_index, item }) => [output_index, item.type]),
    [
      [0, 'search_results'],
      [1, 'message'],
    ],
  );
  const withoutPreset = await (await askAgent(on.url, { input: QUESTION }, '/agent')).json();
  assert.equal(withoutPreset.output[0].type, 'search_results');
});

test("Perplexity's agent: the preset selects the model, and the filters of its tool apply", async () => {
  await using on = await stage();
  const ask = async (body: Fields) => (await askAgent(on.url, body)).json();
  assert.equal((await ask(agentBody('medium'))).model, 'sayso');
  assert.equal((await ask(agentBody('high'))).model, 'sayso-deep');
  const filters = { search_domain_filter: ['-lakes.test'], search_recency_filter: 'year' };
  const filtered = await ask(agentBody('fast', { tools: [{ type: 'web_search', filters }] }));
  assert.deepEqual(
    filtered.output[0].results.map(({ url }: { url: string }) => url),
    ['https://animals.test/axolotl'],
  );
  assert.deepEqual(filtered.tools, [{ type: 'web_search', filters: {} }]);
});

test("the names of Perplexity's models select the models of this service", async () => {
  await using on = await stage();
  for (const [named, model] of [
    ...['sonar', 'sonar-pro', 'sonar-reasoning', 'sonar-reasoning-pro', 'perplexity/sonar'].map(
      (name) => [name, 'sayso'] as const,
    ),
    ['sonar-deep-research', 'sayso-deep'],
  ] as const) {
    const reply = await fetch(`${on.url}/v1/models/${encodeURIComponent(named)}`);
    assert.equal((await reply.json()).id, model, named);
  }
  assert.equal((await fetch(`${on.url}/v1/models/sonar-large`)).status, 404);
});
