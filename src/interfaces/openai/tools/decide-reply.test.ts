import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER } from '../../../../test/support/fixed-answer.ts';
import { dataIn, type FixedReplies, startTextInterface } from '../../../../test/support/fixed-replies.ts';
import type { CallRequest, FunctionCall } from '../../../core/function-call.ts';
import { searchFunction } from '../../../core/search-function.ts';
import { createOpenAi } from '../openai.ts';

const parameters = { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] };
const light = { name: 'light', description: 'Turns a light on.', parameters };
const time = { name: 'time', description: '', parameters: { type: 'object', properties: {} } };
const tools = [light, time].map((each) => ({ type: 'function', function: each }));
const messages = [
  { role: 'system', content: 'Lights: hall.' },
  { role: 'user', content: 'Turn the light on.' },
];
const call: FunctionCall = { id: 'c1', name: 'light', arguments: '{"room":"hall"}' };
const search = (query: string): FunctionCall => ({
  ...{ id: 'c2', name: 'search_the_web' },
  arguments: JSON.stringify({ query }),
});
const toolCall = { id: 'c1', type: 'function', function: { name: 'light', arguments: '{"room":"hall"}' } };
/** The conversation with the result of a call. */
const continued = [
  ...messages,
  { role: 'assistant', content: null, tool_calls: [toolCall] },
  { role: 'tool', tool_call_id: 'c1', content: 'The bulb is broken.' },
];

/** What a model chooses; null if it fails. */
type Choice = { readonly calls?: readonly FunctionCall[]; readonly text?: string } | null;

/** The reply to a request, what the model was asked to choose, and the questions that were searched for. */
async function ask(path: string, payload: object, choice: Choice, replies: FixedReplies = {}) {
  const requests: CallRequest[] = [];
  const answer = { ...ANSWER, text: choice?.text ?? '', speech: 'Spoken.', sources: [], tokensUsed: 5 };
  const chooseAnswer = async (request: CallRequest) => {
    requests.push(request);
    return choice === null ? null : { calls: choice.calls ?? [], answer };
  };
  const service = { chooseAnswer };
  await using started = await startTextInterface(createOpenAi, { service, ...replies });
  const reply = await started.app.inject({ method: 'POST', url: path, payload });
  return {
    ...{ status: reply.statusCode, body: reply.body, json: () => reply.json() },
    ...{ request: requests[0], questions: started.requests.questions },
  };
}
const chat = (over: object, choice: Choice, replies?: FixedReplies) =>
  ask('/v1/chat/completions', { messages, tools, ...over }, choice, replies);

test('a function that the model calls is the reply, and nothing is searched', async () => {
  const { json, request, questions } = await chat({}, { calls: [call], text: 'I will.' });
  const { choices, usage, citations } = json();
  assert.deepEqual(choices, [
    {
      index: 0,
      message: { role: 'assistant', content: null, refusal: null, annotations: [], tool_calls: [toolCall] },
      ...{ logprobs: null, finish_reason: 'tool_calls' },
    },
  ]);
  assert.deepEqual([usage.total_tokens, citations, questions], [5, [], []]);
  assert.deepEqual(
    { ...request, timeoutMs: 0 },
    {
      instructions: 'Lights: hall.',
      turns: [{ role: 'user', text: 'Turn the light on.' }],
      choice: 'auto',
      functions: [light, time, searchFunction],
      ...{ maxChars: 600, timeoutMs: 0 },
    },
  );
});

test('the choice takes at most half of the time, and a quarter of a minute', async () => {
  const timeFor = async (answerDeadlineMs: number, over: object = {}) => {
    const { request } = await chat(over, { calls: [call] }, { parts: { answerDeadlineMs } });
    // A moment has passed since the request arrived.
    return request === undefined ? Number.NaN : Math.ceil(request.timeoutMs / 1000);
  };
  assert.deepEqual([await timeFor(8000), await timeFor(60_000)], [4, 15]);
  assert.equal(await timeFor(60_000, { messages: continued }), 60);
});

test('programs that offer functions in the older way get one call in the older form', async () => {
  const older = { tools: undefined, functions: [light], function_call: 'auto' };
  const choice = { calls: [call, { ...call, id: 'c3' }] };
  const [whole] = (await chat(older, choice)).json().choices;
  const called = { name: 'light', arguments: '{"room":"hall"}' };
  assert.deepEqual(
    [whole.message.function_call, whole.message.tool_calls, whole.finish_reason],
    [called, undefined, 'function_call'],
  );
  const { body } = await chat({ ...older, stream: true }, choice);
  const deltas = dataIn(body)
    .slice(0, -1)
    .map((data) => JSON.parse(data).choices[0].delta);
  assert.deepEqual(deltas.slice(1, -1), [
    { function_call: { name: 'light', arguments: '' } },
    { function_call: { arguments: called.arguments } },
  ]);
  const result = { role: 'function', name: 'light', content: 'It is on.' };
  const { request } = await chat(
    { ...older, messages: [...messages, { role: 'assistant', function_call: called }, result] },
    { text: 'Done.' },
  );
  const id = 'call_2_0';
  assert.deepEqual(request?.turns.slice(1), [
    { role: 'assistant', text: '', calls: [{ id, ...called }] },
    { role: 'result', id, name: 'light', text: 'It is on.' },
  ]);
});

test('a streamed call has its name first, then its arguments in pieces, then the reason', async () => {
  const room = 'hall '.repeat(20);
  const long = { ...call, arguments: JSON.stringify({ room }) };
  const second = { ...call, id: 'c3' };
  const { body } = await chat({ stream: true }, { calls: [long, second] });
  const chunks = dataIn(body)
    .slice(0, -1)
    .map((data) => JSON.parse(data).choices[0]);
  const open = (id: string, index: number) => ({
    tool_calls: [{ index, id, type: 'function', function: { name: 'light', arguments: '' } }],
  });
  const piece = (text: string, index: number) => ({
    tool_calls: [{ index, function: { arguments: text } }],
  });
  assert.deepEqual(
    chunks.map(({ delta }) => delta),
    [
      { role: 'assistant', content: null },
      ...[open('c1', 0), piece(long.arguments.slice(0, 64), 0), piece(long.arguments.slice(64), 0)],
      ...[open('c3', 1), piece(second.arguments, 1), {}],
    ],
  );
  assert.deepEqual(
    chunks.map(({ finish_reason }) => finish_reason),
    [...Array(chunks.length - 1).fill(null), 'tool_calls'],
  );
});

test('a response has each call as an item, whole and as events', async () => {
  const flat = { input: messages, tools: tools.map(({ type, function: each }) => ({ type, ...each })) };
  const item = { type: 'function_call', id: 'fc_c1', call_id: 'c1', name: 'light' };
  const done = { ...item, arguments: '{"room":"hall"}', status: 'completed' };
  const whole = (await ask('/v1/responses', flat, { calls: [call] })).json();
  assert.deepEqual([whole.output, whole.status], [[done], 'completed']);
  const { body } = await ask('/v1/responses', { ...flat, stream: true }, { calls: [call, call] });
  const events = dataIn(body)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data));
  const added = { ...item, arguments: '', status: 'in_progress' };
  const ofCall = (output_index: number) => {
    const place = { item_id: 'fc_c1', output_index };
    return [
      { type: 'response.output_item.added', output_index, item: added },
      { type: 'response.function_call_arguments.delta', ...place, delta: done.arguments },
      { type: 'response.function_call_arguments.done', ...place, arguments: done.arguments },
      { type: 'response.output_item.done', output_index, item: done },
    ];
  };
  assert.deepEqual(
    events.slice(2, -1).map(({ sequence_number, ...event }) => event),
    [...ofCall(0), ...ofCall(1)],
  );
  assert.deepEqual(
    events.map(({ sequence_number }) => sequence_number),
    events.map((_, at) => at),
  );
  assert.deepEqual(events.at(-1).response.output, [done, done]);
  assert.equal(events.at(-1).type, 'response.completed');
});

test('without a call the web is searched for the question, and the tokens of the choice count', async () => {
  for (const choice of [
    { text: 'NONE' },
    {},
    { calls: [{ ...call, name: 'door' }] },
    { calls: [search('x')] },
  ]) {
    const { json, questions } = await chat({}, choice);
    assert.equal(json().choices[0].message.content, 'Yes [1].');
    assert.deepEqual([json().choices[0].finish_reason, json().usage.total_tokens], ['stop', 12]);
    assert.deepEqual(
      questions.map(({ text }) => text),
      ['Turn the light on.'],
    );
  }
  assert.equal((await chat({}, null)).json().usage.total_tokens, 7);
  const afterChoice = await chat({}, null, {
    service: { chooseAnswer: async () => null },
    parts: { answerDeadlineMs: 1 },
  });
  assert.equal(afterChoice.questions[0]?.deadlineMs, 1000);
});

test('after a result the model answers, calls again or searches for what is missing', async () => {
  const textOf = async (over: object, choice: Choice) => {
    const { json, questions } = await chat({ messages: continued, ...over }, choice);
    return [
      json().choices[0].message.content,
      json().usage.total_tokens,
      ...questions.map(({ text }) => text),
    ];
  };
  assert.deepEqual(await textOf({}, { text: 'It is broken [1].' }), ['It is broken [1].', 5]);
  assert.deepEqual(await textOf({ tools: [] }, { text: 'It is broken.' }), ['It is broken.', 5]);
  assert.deepEqual(await textOf({ model: 'sayso-voice' }, { text: 'It *is*.' }), ['Spoken.', 5]);
  const query = 'How to change a bulb?';
  assert.deepEqual(await textOf({}, { calls: [search(query)], text: 'Wait.' }), ['Yes [1].', 12, query]);
  for (const choice of [{ text: ' \n' }, { calls: [search(' ')] }, null])
    assert.equal((await textOf({}, choice)).at(-1), 'Turn the light on.');
  const long = await textOf({}, { calls: [search('x'.repeat(101))] });
  assert.equal(long.at(-1), 'x'.repeat(100));
  const again = await chat({ messages: continued }, { calls: [{ ...call, id: 'c9' }] });
  assert.equal(again.json().choices[0].message.tool_calls[0].id, 'c9');
  assert.deepEqual([again.request?.maxChars, again.request?.turns.length], [16_000, 3]);
  const data = { response_format: { type: 'json_object' } };
  const asData = await chat({ messages: continued, ...data }, { text: '{"a":1}' });
  assert.deepEqual(
    [asData.json().choices[0].message.content, asData.request?.data],
    ['{"a":1}', { schema: null }],
  );
  assert.equal((await chat(data, { calls: [call] })).request?.data, undefined);
});

test("the program's own function of the name of the search is called, not searched with", async () => {
  const own = { name: 'search_the_web', description: '', parameters: { type: 'object' } };
  const { json, request, questions } = await chat(
    { tools: [{ type: 'function', function: own }] },
    { calls: [search('bulbs')] },
  );
  assert.equal(json().choices[0].message.tool_calls[0].function.name, 'search_the_web');
  assert.deepEqual([request?.functions, questions], [[own], []]);
});

test('one of several functions can be required, and it is an error if none is called', async () => {
  const required = { tool_choice: 'required' };
  const { json, request } = await chat(required, { calls: [call] });
  assert.deepEqual([request?.choice, request?.functions], ['required', [light, time]]);
  assert.equal(json().choices[0].finish_reason, 'tool_calls');
  const onward = { ...required, messages: continued };
  for (const [over, choice] of [
    [required, { text: 'No.' }],
    [required, null],
    [onward, { text: 'No.' }],
    [{ ...required, model: 'sayso-context' }, { calls: [call] }],
  ] as const) {
    const refused = await chat(over, choice);
    assert.equal(refused.status, 502);
    assert.match(refused.json().error.message, /called none of the functions.*Name one function in/);
  }
});

test('the function that has to be called gets its arguments from the web', async () => {
  const forced = { tool_choice: { type: 'function', function: { name: 'light' } } };
  const data: FixedReplies = { answer: { text: '{"room":"hall"}' } };
  const { json, request, questions } = await chat(forced, {}, data);
  const [called] = json().choices[0].message.tool_calls;
  assert.match(called.id, /^call_./);
  assert.deepEqual(called.function, toolCall.function);
  assert.deepEqual(
    [request, json().usage.total_tokens, json().citations],
    [undefined, 7, ['https://a.example/']],
  );
  const schema = JSON.stringify({ title: 'light', description: light.description, ...parameters });
  assert.deepEqual([questions[0]?.data, questions[0]?.style], [{ schema }, 'Lights: hall.']);
  const retried = await chat({ ...forced, messages: continued }, {}, data);
  assert.equal(retried.questions[0]?.style, 'The bulb is broken.\nLights: hall.');
  const plain = await chat({ ...forced, messages: messages.slice(1) }, {}, data);
  assert.equal(plain.questions[0]?.style, undefined);
  for (const text of ['', '{"room":7}'])
    assert.equal((await chat(forced, {}, { answer: { text } })).status, 502, text);
});

test('a program can take one call at a time, and nobody gets more than 16', async () => {
  const calls = Array.from({ length: 17 }, (_, at) => ({ ...call, id: `c${at}` }));
  const countOf = async (over: object) =>
    (await chat(over, { calls })).json().choices[0].message.tool_calls.length;
  assert.deepEqual([await countOf({}), await countOf({ parallel_tool_calls: false })], [16, 1]);
});

test('nothing is chosen without functions, without a model, or for passages', async () => {
  for (const over of [{ tools: [] }, { tool_choice: 'none' }, { model: 'sayso-context' }]) {
    const { request, status } = await chat(over, { calls: [call] });
    assert.deepEqual([request, status], [undefined, 200], JSON.stringify(over));
  }
  const without = await chat({}, null, { service: {} });
  assert.equal(without.json().choices[0].message.content, 'Yes [1].');
});
