import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChatScript, startChatServer } from './support/chat-server.ts';
import { streaming } from './support/model-server.ts';
import { responseResource, streamingEvent } from './support/open-responses.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';

/** A service with a model that follows a script, and what the model and the search were asked. */
async function stage(script: ChatScript) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startChatServer(script));
  const service = stack.use(
    await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url }),
  );
  const post = (path: string, body: object) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sayso', ...body }),
    });
  return {
    post,
    bodies: () => model.calls.map(({ body }) => body),
    searches: () => search.asked.filter((words) => words !== '').length,
    async chat(body: object) {
      const response = await post('/v1/chat/completions', { messages, ...body });
      const reply = await response.json();
      return { status: response.status, choice: reply.choices?.[0], reply };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const messages = [{ role: 'user', content: 'How many legs has an axolotl?' }];
const animal = {
  name: 'animal',
  description: 'Stores an animal.',
  parameters: { type: 'object', properties: { legs: { type: 'integer' } }, required: ['legs'] },
};
const light = { name: 'turn_on', parameters: { type: 'object', properties: { name: { type: 'string' } } } };
const asTool = (each: object) => ({ type: 'function', function: each });
const tools = [asTool(animal)];
const named = { type: 'function', function: { name: 'animal' } };
const GIVEN = '{"legs": 4}';

const eventsOf = async (response: Response) => {
  const events = toSseEvents(await response.text()).map(({ data }) => data);
  assert.equal(events.at(-1), '[DONE]');
  return events.slice(0, -1).map((data) => JSON.parse(data));
};

test('a function that must be called gets its arguments from the web, in each interface', async () => {
  await using on = await stage(streaming(GIVEN));
  for (const tool_choice of ['required', named]) {
    const { choice, reply } = await on.chat({ tools, tool_choice });
    assert.equal(choice.finish_reason, 'tool_calls');
    const [call, ...others] = choice.message.tool_calls;
    assert.deepEqual([call.function.name, call.function.arguments, others], ['animal', GIVEN, []]);
    assert.equal(choice.message.content, null);
    assert.equal(reply.citations.length, 2);
  }
  assert.match(JSON.stringify(on.bodies().at(-1)), /Stores an animal\./);

  const { choice: older } = await on.chat({ functions: [animal], function_call: { name: 'animal' } });
  assert.equal(older.finish_reason, 'function_call');
  assert.deepEqual(older.message.function_call, { name: 'animal', arguments: GIVEN });

  const flat = { input: 'Legs?', tools: [{ type: 'function', ...animal }] };
  const tool_choice = { type: 'function', name: 'animal' };
  const response = await (await on.post('/v1/responses', { ...flat, tool_choice })).json();
  responseResource.parse(response);
  const [item] = response.output;
  assert.deepEqual(
    [item.type, item.name, item.arguments, item.status],
    ['function_call', 'animal', GIVEN, 'completed'],
  );
  assert.equal(response.tools[0].name, 'animal');
  assert.ok(on.searches() > 0);
});

test('the call is streamed with whole arguments, in both interfaces', async () => {
  await using on = await stage(streaming('{"le', 'gs": 4}'));
  const stream = true;
  const chunks = await eventsOf(
    await on.post('/v1/chat/completions', { messages, tools, tool_choice: named, stream }),
  );
  const deltas = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? []);
  assert.equal(deltas[0].function.name, 'animal');
  assert.equal(deltas.map((each) => each.function.arguments).join(''), GIVEN);
  assert.equal(chunks.map(({ choices }) => choices[0].delta.content ?? '').join(''), '');
  assert.equal(chunks.at(-1).choices[0].finish_reason, 'tool_calls');

  const flat = { input: 'Legs?', tools: [{ type: 'function', ...animal }], tool_choice: 'required', stream };
  const events = await eventsOf(await on.post('/v1/responses', flat));
  for (const event of events) streamingEvent.parse(event);
  const { response } = events.at(-1);
  assert.equal(response.status, 'completed');
  assert.deepEqual(
    response.output.map((item: { type: string; arguments: string }) => [item.type, item.arguments]),
    [['function_call', GIVEN]],
  );
});

test('functions that need not be called are ignored, and so are the results of calls', async () => {
  await using on = await stage(streaming('It has four [1].'));
  const offered = [...tools, asTool(light)];
  const call = { id: 'a', type: 'function', function: { name: 'turn_on', arguments: '{}' } };
  const after = [
    ...messages,
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: 'It is on.' },
  ];
  for (const body of [
    { tools: offered },
    { tools: offered, tool_choice: 'none' },
    { tools: offered, messages: after },
    { functions: [animal], function_call: 'auto' },
  ]) {
    const { choice } = await on.chat(body);
    assert.deepEqual([choice.message.content, choice.finish_reason], ['It has four [1].', 'stop']);
  }
  const ollama = await on.post('/api/chat', { messages, tools: offered, stream: false });
  assert.match((await ollama.json()).message.content, /^It has four \[1\]\./);
  assert.doesNotMatch(JSON.stringify(on.bodies()), /turn_on|It is on/);
});

test('a choice of functions that cannot be followed gets a 400 that says what to do', async () => {
  await using on = await stage(streaming(GIVEN));
  for (const [body, message] of [
    [
      { tools: [...tools, asTool(light)], tool_choice: 'required' },
      /only a function that `tool_choice` names/,
    ],
    [{ tools: [asTool({ name: 'a b' })] }, /1 to 64 letters/],
    [{ tools: Array.from({ length: 129 }, () => tools[0]) }, /`tools`/],
    [{ tools, tool_choice: { type: 'function', function: { name: 'other' } } }, /is not in `tools`/],
    [{ tools, tool_choice: { type: 'custom', name: 'a' } }, /the type `custom` are not called/],
  ] as const) {
    const { status, reply } = await on.chat(body);
    assert.equal(status, 400, String(message));
    assert.match(reply.error.message, message);
  }
  assert.equal(on.bodies().length, 0);
});
