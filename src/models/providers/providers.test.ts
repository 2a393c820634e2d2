import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf } from '@sayso/text/own-value.ts';
import { assertDiscreet, collect, KEY, QUESTION, UPSTREAM_WORDS } from '../../../test/support/model-bed.ts';
import { Failure } from '../../core/failure.ts';
import { createModelWriter } from '../../write/model-writer.ts';
import type { ModelProvider, ProviderOptions } from '../provider.ts';
import { createAnthropic, createGoogle, createMistral, createOpenAi } from './by-sdk.ts';

type Create = (options: ProviderOptions) => ModelProvider;
type Reply = { readonly status?: number; readonly body: string };
type Call = { readonly url: string; readonly headers: Headers; readonly body: unknown };

const { signal } = new AbortController();

/** A writer that uses a provider whose API sends these replies, and the calls that the API received. */
function provide(create: Create, replies: readonly Reply[], over: Partial<ProviderOptions> = {}) {
  const calls: Call[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    calls.push({
      url: String(input),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)),
    });
    const { status = 200, body } = replies[calls.length - 1] ?? { status: 400, body: '' };
    const type = status === 200 ? 'text/event-stream' : 'application/json';
    return new Response(body, { status, headers: { 'content-type': type } });
  };
  const options = { baseUrl: null, apiKey: KEY, modelName: null, fetch, userAgent: 'sayso-test', ...over };
  const { model, name } = create(options);
  const writer = createModelWriter({ model, name, timeoutMs: 60_000 });
  return { writer, calls };
}

async function failureOf(create: Create, ...replies: Reply[]): Promise<Failure> {
  const { writer } = provide(create, replies);
  const error = await collect(writer, signal).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Failure);
  assertDiscreet(error);
  return error;
}

/** Events in the form in which a server sends them. */
const stream = (...events: object[]): Reply => ({
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
});

const refusal = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) });

const words = `${UPSTREAM_WORDS} ${QUESTION} ${KEY}`;

test(
  'each goes to its own API with its small model, thinking off, the key in a header and nothing to ' +
    'refuse',
  async () => {
    const expected: readonly [Create, string, string, string, (body: unknown) => void][] = [
      [
        createOpenAi,
        'https://api.openai.com/v1/responses',
        'authorization',
        'gpt-6-luna',
        (body) => {
          assert.deepEqual(fieldOf(body, 'reasoning'), { effort: 'none' });
          assert.equal(fieldOf(body, 'store'), false);
        },
      ],
      [
        createAnthropic,
        'https://api.anthropic.com/v1/messages',
        'x-api-key',
        'claude-haiku-5-5',
        (body) => assert.deepEqual(fieldOf(body, 'thinking'), { type: 'disabled' }),
      ],
      [
        createGoogle,
        'https://generativelanguage.googleapis.com/v1beta/models/' +
          'gemini-3.5-flash-lite:streamGenerateContent?alt=sse',
        'x-goog-api-key',
        'gemini-3.5-flash-lite',
        (body) =>
          assert.deepEqual(fieldOf(fieldOf(body, 'generationConfig'), 'thinkingConfig'), {
            thinkingLevel: 'minimal',
          }),
      ],
      [
        createMistral,
        'https://api.mistral.ai/v1/chat/completions',
        'authorization',
        'mistral-small-latest',
        (body) => assert.equal(fieldOf(body, 'reasoning_effort'), 'none'),
      ],
    ];
    for (const [create, url, header, name, check] of expected) {
      const { writer, calls } = provide(create, [refusal(401, { error: { message: words } })]);
      assert.equal(writer.name, name);
      await assert.rejects(collect(writer, signal), /MODEL_API_KEY/);
      const [call] = calls;
      assert.equal(call?.url, url);
      assert.ok(!url.includes(KEY));
      assert.match(call?.headers.get(header) ?? '', new RegExp(`(Bearer )?${KEY}`));
      assert.match(call?.headers.get('user-agent') ?? '', /^sayso-test/);
      assert.doesNotMatch(JSON.stringify(call?.body), /temperature|tools|top_p|topP/);
      check(call?.body);
    }
  },
);

test('each takes another address, and neither address nor key from the environment', async (t) => {
  const behind = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL'];
  for (const name of behind) process.env[name] = 'http://wrong.test';
  t.after(() => {
    for (const name of behind) delete process.env[name];
  });
  for (const create of [createOpenAi, createAnthropic, createGoogle, createMistral]) {
    const usual = provide(create, []);
    await assert.rejects(collect(usual.writer, signal));
    assert.doesNotMatch(usual.calls[0]?.url ?? '', /wrong/);
    const { writer, calls } = provide(create, [], { baseUrl: 'http://gateway.test/x/', modelName: 'mine' });
    await assert.rejects(collect(writer, signal));
    assert.match(calls[0]?.url ?? '', /^http:\/\/gateway\.test\/x\/\w/);
    assert.equal(writer.name, 'mine');
  }
});

const cuts: readonly [string, Create, Reply][] = [
  [
    'openai',
    createOpenAi,
    stream(
      { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'i' } },
      { type: 'response.output_text.delta', item_id: 'i', delta: 'It is on ' },
    ),
  ],
  [
    'anthropic',
    createAnthropic,
    stream(
      {
        type: 'message_start',
        message: { id: 'm', model: 'm', role: 'assistant', usage: { input_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It is on ' } },
    ),
  ],
  ['google', createGoogle, stream({ candidates: [{ content: { parts: [{ text: 'It is on ' }] } }] })],
  [
    'mistral',
    createMistral,
    stream({
      id: 'c',
      model: 'm',
      choices: [{ index: 0, delta: { role: 'assistant', content: 'It is on ' } }],
    }),
  ],
];

for (const [name, create, reply] of cuts)
  test(`${name}: a stream that is closed properly in the middle has broken off`, async () => {
    const failure = await failureOf(create, reply);
    assert.match(failure.message, /broke off before its answer was complete/);
  });

test('anthropic: an error inside the stream is one, and being overloaded invites a second try', async () => {
  const [, , begun] = cuts[1] ?? [];
  const error = { type: 'error', error: { type: 'overloaded_error', message: words } };
  const after = { body: `${begun?.body}${stream(error).body}` };
  assert.match((await failureOf(createAnthropic, after)).message, /failed|too many/);
  const busy = refusal(529, error);
  const { writer, calls } = provide(createAnthropic, [busy, busy]);
  await assert.rejects(collect(writer, signal), /status 529/);
  assert.equal(calls.length, 2);
});

test('google: distinguishes a wrong key from a wrong request', async () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
  const error = { code: 400, message: words, status: 'INVALID_ARGUMENT', details };
  assert.match((await failureOf(createGoogle, refusal(400, { error }))).message, /set MODEL_API_KEY/);
  const other = { ...error, details: [] };
  assert.match(
    (await failureOf(createGoogle, refusal(400, { error: other }))).message,
    /refused the request/,
  );
});

test('google: reports an answer that was withheld', async () => {
  const blocked = stream({ candidates: [{ content: {}, finishReason: 'SAFETY' }] });
  assert.match((await failureOf(createGoogle, blocked)).message, /withheld it/);
});

test('mistral: reads the flat body of its errors', async () => {
  const flat = { object: 'error', message: words, type: 'insufficient_quota', param: null, code: null };
  assert.match((await failureOf(createMistral, refusal(429, flat))).message, /no credit left/);
});
