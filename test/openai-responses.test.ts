import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakingOff, streaming } from './support/model-server.ts';
import { responseResource, streamingEvent } from './support/open-responses.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';
import { startStage } from './support/stage.ts';

type Fields = Readonly<Record<string, unknown>>;

const QUESTION = 'What is an axolotl?';
const ANSWER = 'An axolotl is a **salamander** [1]. It never grows up [2].';
const WEB_SEARCH = { tools: [{ type: 'web_search' }] };

function post(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'caller' },
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
  await using on = await startStage();
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

test('the id of a stream never changes, and stands for the conversation up to the question', async () => {
  await using on = await startStage();
  const events = await follow(on.url, { input: 'Who discovered radium?' });
  const ids = new Set(events.flatMap((event) => ('response' in event ? event.response.id : [])));
  assert.equal(ids.size, 1);
  await respond(on.url, { input: 'And where?', previous_response_id: [...ids][0] });
  assert.match(on.model.prompt, /asked: Who discovered radium\?/);
});

test('ids of another service, changed ones and other texts get a 400', async () => {
  await using on = await startStage({ API_KEYS: 'one,caller' });
  await using other = await startStage({ API_KEYS: 'two,caller' });
  await using same = await startStage({ API_KEYS: 'one,caller' });
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

test('filters of the tool limit the sources, and its options are checked', async () => {
  await using on = await startStage();
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

test('a response that is JSON is checked, and a stream of it fails in the usual format', async () => {
  await using on = await startStage();
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

test('failures have their status before the stream begins, and are its last event afterwards', async () => {
  await using on = await startStage({ MODEL_ONLY_FALLBACK: 'off' });
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

test('an answer whose model fails while it writes is an incomplete response', async () => {
  await using on = await startStage();
  on.model.script = breakingOff('An axolotl is a salamander [1]. It never gro');
  const broken = await respond(on.url, { input: QUESTION });
  assert.match(textOf(broken), /^An axolotl is a salamander \[1\]\.\n\n\S/);
  assert.deepEqual([broken.status, broken.incomplete_details?.reason], ['incomplete', 'model_failed']);
  const last = (await follow(on.url, { input: QUESTION })).at(-1);
  assert.ok(last?.type === 'response.incomplete');
  assert.equal(last.response.incomplete_details?.reason, 'model_failed');
});
