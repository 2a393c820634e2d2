import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf } from '../../../test/support/fixed-answer.ts';
import { dataIn, type FixedReplies, startTextInterface } from '../../../test/support/fixed-replies.ts';
import { openai } from './openai.ts';

/** The reply to a request, and the question that the service received. */
async function respond(over: object = {}, replies: FixedReplies = {}) {
  await using started = await startTextInterface(openai, replies);
  const payload = { input: 'Who built it?', ...over };
  const reply = await started.app.inject({ method: 'POST', url: '/v1/responses', payload });
  return { status: reply.statusCode, body: reply.body, question: started.requests.questions[0] };
}

test('a response shows the search, in the words that were used, only to those who ask for it', async () => {
  const replies: FixedReplies = {
    *events() {
      yield { type: 'search-end', search: 0, slot: 1, trail: [], query: 'who built the bridge' };
      yield* eventsOf().slice(1);
    },
  };
  const plain = JSON.parse((await respond({ tools: [{ type: 'function' }] }, replies)).body);
  assert.deepEqual(
    plain.output.map(({ type }: { type: string }) => type),
    ['message'],
  );
  const shown = JSON.parse((await respond({ tools: [{ type: 'web_search' }] }, replies)).body);
  assert.equal(shown.output[0].action.query, 'who built the bridge');
});

test('a conversation continues from the id of a response, streamed or not', async () => {
  await using started = await startTextInterface(openai);
  const ask = async (payload: object) => {
    const reply = await started.app.inject({ method: 'POST', url: '/v1/responses', payload });
    return reply.json();
  };
  const first = await ask({ input: 'What is it?' });
  const second = await ask({ input: 'Who built it?', previous_response_id: first.id });
  assert.equal(second.previous_response_id, first.id);
  assert.deepEqual(started.requests.questions[1]?.history, [{ question: 'What is it?', answer: 'Yes [1].' }]);
  const wrong = await ask({ input: 'Who?', previous_response_id: 'resp_x' });
  assert.match(wrong.error.message, /^The field `previous_response_id` is not the id of a response/);
});

test('a streamed response without a search has one item, and a failed one says why', async () => {
  const { body } = await respond({ stream: true });
  assert.doesNotMatch(body, /web_search_call/);
  assert.match(body, /"output_index":0,"item":\{"type":"message"/);
  const failing: FixedReplies = {
    *events() {
      yield* eventsOf().slice(0, 2);
      throw new Error('secret');
    },
  };
  const failed = dataIn((await respond({ stream: true }, failing)).body).at(-2) ?? '';
  const { type, response } = JSON.parse(failed);
  assert.deepEqual(
    [type, response.status, response.error.code],
    ['response.failed', 'failed', 'server_error'],
  );
  assert.doesNotMatch(failed, /secret/);
});

test('a request for a response that cannot be served is refused with advice', async () => {
  for (const [over, message] of [
    [{ conversation: 'conv_1' }, /^Conversations are not stored: leave out `conversation`/],
    [{ prompt: { id: 'p' } }, /^Prompts are not stored: leave out `prompt`/],
    [{ input: [{ role: 'user', content: [{ type: 'input_image' }] }] }, /has no text; images .* not read/],
    [{ tool_choice: { type: 'function' } }, /leave out `tool_choice`/],
    [{ tool_choice: { type: 'custom' } }, /leave out `tool_choice`/],
    [{ input: 7 }, /^The field `input` is not valid: it must be a string or a list of items\.$/],
    [{ model: 'gpt' }, /There is no model of this name/],
  ] as const)
    assert.match(JSON.parse((await respond(over)).body).error.message, message);
  assert.equal((await respond({ conversation: null, prompt: null })).status, 200);
  for (const tool_choice of ['required', { type: 'web_search' }])
    assert.equal((await respond({ tool_choice })).status, 200);
});

test('items other than messages are left out, and a reference counts as an answer', async () => {
  const { question } = await respond({
    input: [
      { role: 'user', content: 'What is it?' },
      { type: 'item_reference', id: 'msg_1' },
      { type: 'reasoning', role: 'user', content: 'Hm.' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Who built it?' }] },
    ],
    tools: [
      {
        type: 'web_search',
        filters: { allowed_domains: ['https://A.example/x'], blocked_domains: ['b.example.'] },
        user_location: { country: 'fr' },
      },
    ],
  });
  assert.deepEqual(question?.history, [{ question: 'What is it?', answer: '' }]);
  assert.equal(question?.text, 'Who built it?');
  assert.deepEqual(question?.scope.sites, { only: ['a.example'], never: ['b.example'] });
  assert.equal(question?.scope.country, 'FR');
});

test('the form of a response is repeated without the schema', async () => {
  const schema = { type: 'object' };
  const format = { type: 'json_schema', name: 'lake', strict: true, schema };
  const replies: FixedReplies = { answer: { text: '{}' } };
  const { body, question } = await respond({ text: { format } }, replies);
  assert.deepEqual(question?.data, { schema: '{"type":"object"}' });
  assert.deepEqual(JSON.parse(body).text.format, {
    ...{ type: 'json_schema', name: 'lake', description: null, schema: null, strict: true },
  });
  const bare = JSON.parse(
    (await respond({ text: { format: { type: 'json_schema', schema } } }, replies)).body,
  );
  assert.deepEqual([bare.text.format.name, bare.text.format.strict], ['value', false]);
  assert.deepEqual([bare.temperature, bare.top_p], [1, 1], 'what a request does not choose');
  const object = JSON.parse((await respond({ text: { format: { type: 'json_object' } } }, replies)).body);
  assert.deepEqual(object.text.format, { type: 'json_object' });
});

test("for Perplexity's agents, the search is an item with its results", async () => {
  const sources = [
    { ...ANSWER.sources[0], index: 1, url: 'https://a.example/', title: 'A', snippet: 's', passages: [] },
    {
      index: 2,
      url: 'https://b.example/',
      title: 'B',
      snippet: 't',
      passages: [],
      publishedAt: '2026-01-31T08',
    },
  ];
  const results = [
    { id: 1, title: 'A', url: 'https://a.example/', snippet: 's', source: 'web' },
    { id: 2, title: 'B', url: 'https://b.example/', snippet: 't', source: 'web', date: '2026-01-31' },
  ];
  const item = { type: 'search_results', queries: ['Who built it?'], results };
  const { body } = await respond({ preset: 'fast' }, { answer: { sources } });
  assert.deepEqual(JSON.parse(body).output[0], item);
  const streamed = await respond({ preset: 'fast', stream: true }, { answer: { sources } });
  const events = dataIn(streamed.body)
    .slice(0, -1)
    .map((data) => JSON.parse(data));
  assert.deepEqual(
    events.slice(2, 4).map(({ type, item: sent }) => [type, sent]),
    [
      ['response.output_item.added', item],
      ['response.output_item.done', item],
    ],
  );
  await using started = await startTextInterface(openai);
  for (const url of ['/v1/agent', '/agent']) {
    const reply = await started.app.inject({ method: 'POST', url, payload: { input: 'Who built it?' } });
    assert.equal(reply.json().output[0].type, 'search_results');
  }
});

test('a preset that takes long makes a deep answer, and a model takes precedence over it', async () => {
  const depthOf = async (over: object) => (await respond(over)).question?.depth;
  for (const preset of ['high', 'xhigh', 'deep-research', 'advanced-deep-research'])
    assert.equal(await depthOf({ preset }), 'deep', preset);
  assert.equal(await depthOf({ preset: 'fast' }), undefined);
  assert.equal(await depthOf({ preset: 'high', model: 'sayso' }), undefined);
});
