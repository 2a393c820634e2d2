import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf } from '../../../test/support/fixed-answer.ts';
import {
  countedPaths,
  dataIn,
  type FixedReplies,
  RECORD,
  startTextInterface,
} from '../../../test/support/fixed-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { openai } from './openai.ts';

const start = (replies?: FixedReplies) => startTextInterface(openai, replies);

/** The reply to a request, and the question that the service received. */
async function post(path: string, payload: object, replies: FixedReplies = {}) {
  await using started = await start(replies);
  const reply = await started.app.inject({ method: 'POST', url: path, payload });
  return { status: reply.statusCode, body: reply.body, reply, question: started.requests.questions[0] };
}
const hi = [{ role: 'user', content: 'Who built it?' }];
const chat = (over: object = {}, replies?: FixedReplies) =>
  post('/v1/chat/completions', { messages: hi, ...over }, replies);

test('an answer that ends early, or has an error of its own, says so', async () => {
  const early = JSON.parse((await chat({}, { answer: { unfinished: 'deadline' } })).body);
  assert.equal(early.choices[0].finish_reason, 'length');
  const error = 'It was cut off.';
  const cut = JSON.parse((await chat({}, { answer: { error, errorMissingInText: true } })).body);
  assert.equal(cut.choices[0].message.content, 'Yes [1].\n\nIt was cut off.');
  const replies = JSON.parse((await chat({}, { answer: { error } })).body);
  assert.equal(replies.choices[0].message.content, 'Yes [1].');
  const empty = await chat({}, { answer: { text: '', error: 'No model.' } });
  assert.equal(empty.status, 502);
  assert.equal(
    JSON.parse(empty.body).error.message,
    'No model. The model `sayso-context` returns the passages that were found.',
  );
});

test('a stream that fails after its start ends with the error; before that, it has a status', async () => {
  const failing = (count: number): FixedReplies => ({
    *events() {
      yield* eventsOf().slice(0, count);
      throw new Error('secret');
    },
  });
  const late = dataIn((await chat({ stream: true }, failing(3))).body);
  assert.equal(late.length, 4);
  assert.equal(JSON.parse(late[2] ?? '').error.type, 'server_error');
  assert.doesNotMatch(late.join(), /secret/);
  const none: FixedReplies = {
    *events() {
      yield { type: 'search-end', search: 0, slot: null, trail: [] };
      throw new Error('secret');
    },
  };
  const early = await chat({ stream: true }, none);
  assert.equal(early.status, 500);
});

test('what was sent cannot be taken back: an answer that differs ends with its error', async () => {
  const replies: FixedReplies = {
    *events() {
      yield { type: 'sources', sources: ANSWER.sources, language: 'en' };
      yield { type: 'answer-delta', text: 'Perhaps' };
      yield* eventsOf({ error: 'Cut.' }).slice(3);
    },
  };
  const texts = dataIn((await chat({ stream: true }, replies)).body)
    .slice(0, -1)
    .map((data) => JSON.parse(data).choices[0].delta.content ?? '');
  assert.deepEqual(texts, ['', 'Perhaps', '…\n\nCut.', '']);
});

test('the model, the effort and the options of the search decide what is asked', async () => {
  const asked = async (over: object) => (await chat(over)).question ?? assert.fail('no question');
  for (const over of [{ model: 'sayso-deep' }, { reasoning_effort: 'high' }]) {
    const { depth, deadlineMs } = await asked(over);
    assert.deepEqual([depth, deadlineMs], ['deep', 120_000]);
  }
  assert.equal((await asked({ reasoning_effort: 'medium' })).depth, undefined);
  assert.equal((await asked({ model: 'sayso-voice', reasoning_effort: 'high' })).depth, undefined);
  assert.equal((await asked({ model: 'sayso-voice' })).deadlineMs, 7000);
  const { scope, maxSources } = await asked({
    web_search_options: {
      search_context_size: 'low',
      user_location: { approximate: { country: 'de' } },
    },
    search_domain_filter: ['a.example', '-b.example'],
    search_after_date_filter: '2/1/2026',
    search_before_date_filter: '11/22/2026',
  });
  assert.equal(maxSources, 3);
  assert.deepEqual(scope, {
    ...ANY_SCOPE,
    country: 'DE',
    since: '2026-02-01',
    until: '2026-11-22',
    sites: { only: ['a.example'], never: ['b.example'] },
  });
  const week = (await asked({ search_recency_filter: 'week' })).scope.since ?? '';
  assert.ok(Math.abs(Date.now() - Date.parse(week) - 7 * 86_400_000) < 2 * 86_400_000, week);
});

test('a request that cannot be served is refused with advice', async () => {
  for (const [over, message] of [
    [{ messages: [{ role: 'user', content: ' ' }] }, /^The last message of the user is empty\.$/],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] },
      /^The last message of the user has no text; images and files are not read\.$/,
    ],
    [{ messages: [{ role: 'user', content: [] }] }, /is empty/],
    [{ messages: [{ role: 'user', content: 'x'.repeat(50_001) }] }, /is longer than 50,?000 characters/],
    [{ messages: [] }, /^The field `messages` is not valid: /],
    [{ n: 2 }, /^The field `n` is not valid: only one answer is written for a question\.$/],
    [{ tool_choice: 'required' }, /leave out `tool_choice`/],
    [{ tool_choice: { type: 'function' } }, /leave out `tool_choice`/],
    [{ model: 'sayso-voice', response_format: { type: 'json_object' } }, /`sayso-voice` writes no JSON: use/],
    [{ response_format: { type: 'json_schema' } }, /The format `json_schema` needs a `schema`\./],
    [{ search_after_date_filter: '13/41/2026' }, /there is no such day/],
  ] as const) {
    const { status, body } = await chat(over);
    assert.equal(status, 400, JSON.stringify(over));
    assert.match(JSON.parse(body).error.message, message);
  }
  await using started = await start();
  const empty = await started.app.inject({ method: 'POST', url: '/v1/chat/completions' });
  assert.equal(empty.json().error.message, 'The request has no body: send JSON.');
  const list = await started.app.inject({ method: 'POST', url: '/v1/chat/completions', payload: [] });
  assert.match(list.json().error.message, /^The body is not valid: expected object/);
  assert.equal((await chat({ tool_choice: 'auto' })).status, 200);
});

test('an answer that is data is asked afresh, checked, and held back until it is whole', async () => {
  const schema = { type: 'object', required: ['lakes'] };
  const response_format = { type: 'json_schema', json_schema: { schema } };
  const text = '```json\n{"lakes":1}\n```';
  const { body, question } = await chat({ response_format }, { answer: { text } });
  assert.deepEqual([question?.fresh, question?.data], [true, { schema: JSON.stringify(schema) }]);
  const { message } = JSON.parse(body).choices[0];
  assert.deepEqual([message.content, message.annotations], ['{"lakes":1}', []]);
  const streamed = dataIn((await chat({ response_format, stream: true }, { answer: { text } })).body);
  const texts = streamed.slice(0, -1).map((data) => JSON.parse(data).choices[0].delta.content);
  assert.deepEqual(texts, ['', '{"lakes":1}', undefined]);
  for (const [wrong, why] of [
    ['Yes', /not reply in the requested format: it is not JSON\. Try again/],
    ['{}', /the value has no `lakes`/],
  ] as const) {
    const refused = await chat({ response_format }, { answer: { text: wrong } });
    assert.equal(refused.status, 502);
    assert.match(JSON.parse(refused.body).error.message, why);
  }
  const { question: any } = await chat(
    { response_format: { type: 'json_object' } },
    { answer: { text: '{}' } },
  );
  assert.deepEqual(any?.data, { schema: null });
});

test('an object may have a schema, in each form in which programs send it', async () => {
  const schema = { type: 'object', required: ['lakes'] };
  for (const response_format of [
    { type: 'json_object', schema },
    { type: 'json_schema', schema },
    { type: 'json_schema', json_schema: { name: 'lakes', schema } },
  ]) {
    const { question } = await chat({ response_format }, { answer: { text: '{"lakes":1}' } });
    assert.deepEqual(question?.data, { schema: JSON.stringify(schema) });
    assert.equal((await chat({ response_format }, { answer: { text: '{}' } })).status, 502);
  }
  const text = { format: { type: 'json_object', schema } };
  const { question } = await post(
    '/v1/responses',
    { input: 'Who?', text },
    { answer: { text: '{"lakes":1}' } },
  );
  assert.deepEqual(question?.data, { schema: JSON.stringify(schema) });
});

test('the passages come under the number, the title and the address of their source', async () => {
  const sources = [
    {
      ...{ index: 1, url: 'https://a.example/', title: ' A\n title ', snippet: '' },
      passages: [
        { text: ' One. ', from: 0, to: 6 },
        { text: 'Two.', from: 9, to: 13 },
      ],
    },
    { index: 2, url: "https://b.example/it's_(b)*", title: 'B', snippet: '', passages: [] },
  ];
  const replies: FixedReplies = { evidence: { sources } };
  const asking = { model: 'sayso-context', messages: [{ role: 'system', content: 'Brief.' }, ...hi] };
  const { body, question } = await chat(asking, replies);
  assert.equal(question?.style, undefined);
  const completion = JSON.parse(body);
  const text = "[1] A title\nhttps://a.example/\n\nOne.\n…\nTwo.\n\n[2] B\n<https://b.example/it's_(b)*>\n\n";
  assert.equal(completion.choices[0].message.content, text);
  const second = text.indexOf('[2]');
  assert.deepEqual(
    completion.choices[0].message.annotations.map((each: { url_citation: object }) => each.url_citation),
    [
      { url: 'https://a.example/', title: ' A\n title ', start_index: 0, end_index: 3 },
      { url: "https://b.example/it's_(b)*", title: 'B', start_index: second, end_index: second + 3 },
    ],
  );
  assert.equal(completion.usage.total_tokens, 3);
  const nothing = JSON.parse((await chat({ model: 'sayso-context' }, { evidence: { sources: [] } })).body);
  assert.equal(nothing.choices[0].message.content, 'The search found nothing for this question.');
  const greeting = { searches: [{ ...RECORD, words: '' }], sources: [] };
  const unsearched = JSON.parse((await chat({ model: 'sayso-context' }, { evidence: greeting })).body);
  assert.match(unsearched.choices[0].message.content, /asks for no facts, so nothing was searched\.$/);
  const failed = {
    status: 'failed',
    cause: 'primary: it is down',
    retryAfterMs: 3000,
  } as const;
  const search = { words: '', outcome: failed, slot: null, trail: [] } as const;
  const none = await chat({ model: 'sayso-context' }, { evidence: { searches: [search], sources: [] } });
  assert.deepEqual([none.status, none.reply.headers['retry-after']], [502, '3']);
  assert.match(JSON.parse(none.body).error.message, /^The search failed: primary: it is down\.$/);
});

test('every path that causes work counts towards the rate limit, and no list of models', async () => {
  const urls = ['', '/v1'].flatMap((start) =>
    ['chat/completions', 'responses', 'agent', 'rerank'].map((name) => `${start}/${name}`),
  );
  const posts = [...urls, '/v2/rerank'].map((url) => ({ method: 'POST', url, payload: {} }) as const);
  const models = ['/v1/models', '/v1/models/sayso'].map((url) => ({ method: 'GET', url }) as const);
  assert.deepEqual(
    await countedPaths(openai, [...posts, ...models]),
    posts.map(({ url }) => `POST ${url}`),
  );
});
