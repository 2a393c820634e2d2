import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf } from '../src/lib/text/own-value.ts';
import { calling, choosing } from './support/calling-model.ts';
import { type ChatScript, startChatServer } from './support/chat-server.ts';
import { refusing, streaming } from './support/model-server.ts';
import { responseResource, streamingEvent } from './support/open-responses.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';
import { until } from './support/until.ts';

/** A service with a model that follows a script, and what the model and the search were asked. */
async function stage(script: ChatScript, environment: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startChatServer(script));
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, ...environment };
  const service = stack.use(await startTestService(settings));
  const post = (path: string, body: object, signal?: AbortSignal) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sayso', ...body }),
      ...(signal && { signal }),
    });
  return {
    post,
    bodies: () => model.calls.map(({ body }) => body),
    searches: () => search.asked.filter((words) => words !== '').length,
    model,
    async chat(body: object) {
      const response = await post('/v1/chat/completions', { messages, ...body });
      const reply = await response.json();
      return { status: response.status, choice: reply.choices?.[0], reply };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const messages = [
  { role: 'system', content: 'Devices: kitchen light, bedroom light.' },
  { role: 'user', content: 'Turn on the kitchen light.' },
];
const light = {
  name: 'turn_on',
  description: 'Turns a light on.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string' }, level: { type: 'integer', maximum: 100 } },
    required: ['name'],
    additionalProperties: false,
  },
};
const tools = [
  { type: 'function', function: light },
  { type: 'function', function: { name: 'get_time' } },
];
const wanted = { name: 'turn_on', arguments: '{"name": "kitchen light", "level": null}' };
const GIVEN = '{"name":"kitchen light"}';

const textOf = async (response: Response) => {
  const events = toSseEvents(await response.text()).map(({ data }) => data);
  assert.equal(events.at(-1), '[DONE]');
  return events.slice(0, -1).map((data) => JSON.parse(data));
};

test('a function that fits is called without a search, in each interface', async () => {
  await using on = await stage(choosing(calling(wanted)));
  const { choice, reply } = await on.chat({ tools });
  assert.equal(choice.finish_reason, 'tool_calls');
  assert.deepEqual(choice.message.tool_calls, [
    { id: 'call_0', type: 'function', function: { name: 'turn_on', arguments: GIVEN } },
  ]);
  assert.equal(choice.message.content, null);
  assert.equal(reply.usage.total_tokens, 60);
  const [asked] = on.bodies();
  const offered = fieldOf(asked, 'tools') as { function: { name: string } }[];
  assert.deepEqual(
    offered.map((each) => each.function.name),
    ['turn_on', 'get_time', 'search_the_web'],
  );
  assert.match(JSON.stringify(fieldOf(asked, 'messages')), /Devices: kitchen light, bedroom light\./);

  const flat = tools.map(({ type, function: each }) => ({ type, ...each }));
  const input = messages;
  const response = await (await on.post('/v1/responses', { input, tools: flat })).json();
  responseResource.parse(response);
  const [item] = response.output;
  assert.deepEqual(
    [item.type, item.call_id, item.name, item.arguments, item.status],
    ['function_call', 'call_0', 'turn_on', GIVEN, 'completed'],
  );
  assert.equal(response.status, 'completed');
  assert.equal(response.tools[0].name, 'turn_on');

  for (const model of ['sayso', 'sayso-voice']) {
    const ollama = await on.post('/api/chat', { messages, tools, model, stream: false });
    const { message, done } = await ollama.json();
    assert.equal(done, true);
    assert.deepEqual(message.tool_calls, [
      { function: { name: 'turn_on', arguments: { name: 'kitchen light' } } },
    ]);
  }
  assert.equal(on.searches(), 0);
});

test('a call is streamed with its arguments in pieces, in each interface', async () => {
  const name = 'kitchen light '.repeat(20);
  await using on = await stage(choosing(calling({ ...wanted, arguments: JSON.stringify({ name }) })));
  const stream = true;
  const chunks = await textOf(await on.post('/v1/chat/completions', { messages, tools, stream }));
  const deltas = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
  assert.equal(deltas[0].function.name, 'turn_on');
  assert.ok(deltas.length > 3);
  assert.deepEqual(JSON.parse(deltas.map((each) => each.function.arguments).join('')), { name });
  assert.equal(chunks.at(-1).choices[0].finish_reason, 'tool_calls');
  assert.equal(chunks.at(-1).usage.total_tokens, 60);

  const flat = tools.map(({ type, function: each }) => ({ type, ...each }));
  const events = await textOf(await on.post('/v1/responses', { input: messages, tools: flat, stream }));
  for (const event of events) streamingEvent.parse(event);
  const pieces = events.filter(({ type }) => type === 'response.function_call_arguments.delta');
  assert.ok(pieces.length > 3);
  assert.deepEqual(JSON.parse(pieces.map(({ delta }) => delta).join('')), { name });
  const { response } = events.at(-1);
  assert.equal(response.status, 'completed');
  assert.deepEqual(JSON.parse(response.output[0].arguments), { name });
  assert.deepEqual(
    events.map(({ sequence_number }) => sequence_number),
    events.map((_, at) => at),
  );

  const lines = (await (await on.post('/api/chat', { messages, tools })).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines[0].message.tool_calls[0].function.arguments, { name });
  assert.deepEqual([lines[0].done, lines.at(-1).done], [false, true]);
});

test('if no function fits, there is a search, and the tokens of the choice count', async () => {
  for (const choice of [
    calling({ name: 'search_the_web', arguments: '{"query": "axolotl lake"}' }),
    streaming('NONE'),
  ]) {
    await using on = await stage(choosing(choice));
    const { choice: given, reply } = await on.chat({ tools });
    assert.equal(given.message.content, 'It lives in lakes [1].');
    assert.equal(given.finish_reason, 'stop');
    assert.ok(reply.usage.total_tokens > 120);
    assert.ok(on.searches() > 0);
  }
});

test('a model that fails, invents functions or arguments, or refuses them answers from the web', async () => {
  for (const [name, choice] of Object.entries({
    'an unknown function': calling({ name: 'open_door', arguments: '{}' }),
    'arguments that are not JSON': calling({ ...wanted, arguments: '{"name": ' }),
    'arguments of another type': calling({ ...wanted, arguments: '{"name": 7}' }),
    'arguments that are not allowed': calling({ ...wanted, arguments: '{"name": "x", "force": true}' }),
    'one of two calls is not valid': calling(wanted, { name: 'open_door', arguments: '{}' }),
    'functions are refused': refusing(400),
    'the server fails': refusing(500),
    'an empty reply': streaming(''),
    'the connection is lost': (response) => response.destroy(),
  } satisfies Record<string, ChatScript>)) {
    await using on = await stage(choosing(choice));
    const { choice: given, status } = await on.chat({ tools });
    assert.equal(status, 200, name);
    assert.equal(given.message.content, 'It lives in lakes [1].', name);
  }
});

test('a model that does not choose in time answers from the web within the deadline', async () => {
  await using on = await stage(
    choosing(() => undefined),
    { ANSWER_DEADLINE_MS: '8000' },
  );
  const { choice } = await on.chat({ tools });
  assert.equal(choice.message.content, 'It lives in lakes [1].');
});

test('a server that refused functions is not offered the same ones again at once', async () => {
  await using on = await stage(choosing(refusing(400)));
  for (let count = 0; count < 3; count++) await on.chat({ tools });
  const offers = () => on.bodies().filter((body) => fieldOf(body, 'tools') !== undefined).length;
  assert.equal(offers(), 1);
  await on.chat({ tools: tools.slice(0, 1) });
  assert.equal(offers(), 2);
});

const continued = [
  ...messages,
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_0', type: 'function', function: { name: 'turn_on', arguments: GIVEN } },
      { id: 'lost', type: 'function', function: { name: 'get_time', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_0', content: [{ type: 'text', text: '{"ok": true}' }] },
  { role: 'tool', tool_call_id: 'unknown', content: 'nothing' },
];

test('the results of calls go to the model, which answers from them without a search', async () => {
  await using on = await stage(choosing(streaming('The kitchen light ', 'is on [1].')));
  const { choice } = await on.chat({ messages: continued, tools });
  assert.equal(choice.message.content, 'The kitchen light is on.');
  assert.equal(choice.finish_reason, 'stop');
  const sent = fieldOf(on.bodies()[0], 'messages') as {
    role: string;
    content: string;
    tool_calls?: object[];
  }[];
  assert.deepEqual(sent.slice(1), [
    { role: 'user', content: 'Turn on the kitchen light.' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'turn_on', arguments: GIVEN } }],
    },
    { role: 'tool', content: '{"ok": true}', tool_call_id: 'call_0' },
  ]);

  const chunks = await textOf(
    await on.post('/v1/chat/completions', { messages: continued, tools, stream: true }),
  );
  assert.equal(
    chunks.map(({ choices }) => choices[0].delta.content ?? '').join(''),
    'The kitchen light is on.',
  );
  const input = [
    messages[1],
    { type: 'function_call', call_id: 'call_0', name: 'turn_on', arguments: GIVEN },
    { type: 'function_call', call_id: 'call_1', name: 'get_time', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_0', output: 'done' },
    { type: 'function_call_output', call_id: 'call_1', output: 'noon' },
  ];
  const response = await (await on.post('/v1/responses', { input, tools: [{ type: 'web_search' }] })).json();
  assert.deepEqual(
    response.output.map(({ type }: { type: string }) => type),
    ['message'],
  );
  const alone = await on.post('/v1/responses', { input: input.slice(3) });
  assert.equal(alone.status, 400);
  assert.match((await alone.json()).error.message, /Calls are not stored: send the question/);

  const ofOllama = [
    ...messages,
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'turn_on', arguments: { name: 'x' } } }],
    },
    { role: 'tool', content: '{"ok": true}' },
  ];
  const lines = (
    await (await on.post('/api/chat', { messages: ofOllama, tools, model: 'sayso-voice' })).text()
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).message.content);
  assert.equal(lines.join(''), 'The kitchen light is on.');
  assert.equal(on.searches(), 0);
});

test('the text after results passes the output policy of every answer', async () => {
  const leak = 'Done. ![x](https://leak.test/?q=secret) <img src="https://leak.test/">';
  await using on = await stage(choosing(streaming(leak)));
  const { choice } = await on.chat({ messages: continued, tools });
  assert.match(choice.message.content, /^Done\./);
  assert.doesNotMatch(choice.message.content, /!\[|(?<!\\)<img/);
});

test('after results, the model may call again, or search for what they lack', async () => {
  const again = { name: 'get_time', arguments: '{}', id: 'next' };
  await using first = await stage(choosing(calling(again)));
  const { choice } = await first.chat({ messages: continued, tools });
  assert.equal(choice.message.tool_calls[0].id, 'next');
  await using second = await stage(
    choosing(calling({ name: 'search_the_web', arguments: '{"query": "axolotl lake"}' })),
  );
  const { choice: found } = await second.chat({ messages: continued, tools });
  assert.equal(found.message.content, 'It lives in lakes [1].');
  const [, written] = second.bodies();
  assert.match(JSON.stringify(written), /Question: axolotl lake/);
});

test('a function that must be called gets its arguments from the web', async () => {
  const animal = {
    name: 'animal',
    description: 'Stores an animal.',
    parameters: { type: 'object', properties: { legs: { type: 'integer' } }, required: ['legs'] },
  };
  await using on = await stage(streaming('{"legs": 4}'));
  const offered = [{ type: 'function', function: animal }];
  const named = { type: 'function', function: { name: 'animal' } };
  for (const tool_choice of ['required', named]) {
    const { choice, reply } = await on.chat({ tools: offered, tool_choice });
    assert.equal(choice.finish_reason, 'tool_calls');
    const [call] = choice.message.tool_calls;
    assert.deepEqual([call.function.name, JSON.parse(call.function.arguments)], ['animal', { legs: 4 }]);
    assert.equal(reply.citations.length, 2);
  }
  assert.match(JSON.stringify(on.bodies().at(-1)), /Stores an animal\./);
  const chunks = await textOf(
    await on.post('/v1/chat/completions', { messages, tools: offered, tool_choice: named, stream: true }),
  );
  const pieces = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
  assert.equal(pieces.map((each) => each.function.arguments).join(''), '{"legs": 4}');

  const { choice: older } = await on.chat({ functions: [animal], function_call: { name: 'animal' } });
  assert.equal(older.finish_reason, 'function_call');
  assert.deepEqual(JSON.parse(older.message.function_call.arguments), { legs: 4 });

  const flat = { input: 'Legs?', tools: [{ type: 'function', ...animal }] };
  const tool_choice = { type: 'function', name: 'animal' };
  const response = await (await on.post('/v1/responses', { ...flat, tool_choice })).json();
  assert.deepEqual(JSON.parse(response.output[0].arguments), { legs: 4 });
  assert.ok(on.searches() > 0);

  const call = { id: 'a', type: 'function', function: { name: 'animal', arguments: '{"legs":-4}' } };
  await on.chat({
    messages: [
      ...messages,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'Validation error: legs must be positive.' },
    ],
    ...{ tools: offered, tool_choice: named },
  });
  assert.match(JSON.stringify(on.bodies().at(-1)), /Validation error: legs must be positive/);

  await using bad = await stage(streaming('{"legs": "four"}'));
  const refused = await bad.chat({ tools: offered, tool_choice: named });
  assert.equal(refused.status, 502);
  assert.match(refused.reply.error.message, /`\/legs` is not of the type integer/);
});

test('one of several functions can be required: a model that calls none gets a 502', async () => {
  await using on = await stage(choosing(calling(wanted)));
  const { choice } = await on.chat({ tools, tool_choice: 'required' });
  assert.equal(choice.message.tool_calls[0].function.name, 'turn_on');
  assert.equal(fieldOf(on.bodies()[0], 'tool_choice'), 'required');
  await using none = await stage(choosing(streaming('No.')));
  const refused = await none.chat({ tools, tool_choice: 'required' });
  assert.equal(refused.status, 502);
  assert.match(refused.reply.error.message, /called none of the functions/);
});

test('parallel calls are returned together unless the caller wants one at a time', async () => {
  const both = [wanted, { name: 'get_time', arguments: '' }];
  await using on = await stage(choosing(calling(...both)));
  const names = async (body: object) =>
    (await on.chat({ tools, ...body })).choice.message.tool_calls.map(
      (call: { function: { name: string } }) => call.function.name,
    );
  assert.deepEqual(await names({}), ['turn_on', 'get_time']);
  assert.deepEqual(await names({ parallel_tool_calls: false }), ['turn_on']);
});

test('functions that cannot be offered get a 400, and `none` offers none', async () => {
  await using on = await stage(choosing(calling(wanted)));
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ tools: [...tools, ...tools] }, /two functions have the name `turn_on`/],
    [{ tools: [{ type: 'function', function: { name: 'a b' } }] }, /1 to 64 letters/],
    [{ tools: Array.from({ length: 129 }, () => tools[0]) }, /`tools`/],
    [{ tools: [{ type: 'function', function: { ...light, description: 'x'.repeat(70_000) } }] }, /64000/],
    [{ tools, tool_choice: { type: 'function', function: { name: 'other' } } }, /unless `tools` lists them/],
  ];
  for (const [body, message] of cases) {
    const { status, reply } = await on.chat(body);
    assert.equal(status, 400, String(message));
    assert.match(reply.error.message, message);
  }
  assert.equal(on.bodies().length, 0);
  const { choice } = await on.chat({ tools, tool_choice: 'none' });
  assert.equal(choice.message.content, 'It lives in lakes [1].');
  assert.equal(on.bodies().length, 1);
});

test('a caller who leaves while the model chooses stops the model, and nothing is searched', async () => {
  let isClosed = false;
  await using on = await stage(
    choosing((response) => {
      response.on('close', () => {
        isClosed = true;
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    }),
  );
  const leaving = new AbortController();
  const asked = on.post('/v1/chat/completions', { messages, tools, stream: true }, leaving.signal);
  await until(() => on.bodies().length > 0);
  leaving.abort();
  await assert.rejects(asked);
  await until(() => isClosed);
  assert.equal(on.searches(), 0);
});

test('the passages of `sayso-context` need no choice', async () => {
  await using on = await stage(choosing(calling(wanted)));
  const { choice } = await on.chat({ model: 'sayso-context', tools });
  assert.match(choice.message.content, /^\[1\] /);
  assert.equal(on.bodies().length, 0);
});
