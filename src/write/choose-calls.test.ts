import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import { upstream } from '../../test/support/model-bed.ts';
import type { CallRequest } from '../core/function-call.ts';
import { createAnthropic, createGoogle, createMistral, createOpenAi } from '../models/providers/by-sdk.ts';
import { createOllama } from '../models/providers/ollama.ts';
import { createOpenAiCompatible } from '../models/providers/openai-compatible.ts';
import { createChooseCalls } from './choose-calls.ts';

const apis = [
  { name: 'openai-compatible', create: createOpenAiCompatible, base: '/v1' },
  { name: 'openai', create: createOpenAi, base: '/v1' },
  { name: 'anthropic', create: createAnthropic, base: '/v1' },
  { name: 'google', create: createGoogle, base: '/v1beta' },
  { name: 'mistral', create: createMistral, base: '/v1' },
  { name: 'ollama', create: createOllama, base: '' },
] as const;

/** A server that speaks the protocols of all these APIs. */
const mock = new LLMock({ port: 0 });
const ARGUMENTS = { name: 'kitchen', levels: [1, 2] };

before(async () => {
  const toolCalls = [
    { name: 'turn_on', arguments: JSON.stringify(ARGUMENTS) },
    { name: 'get_time', arguments: '{}' },
  ];
  mock.onMessage('Turn it on.', { toolCalls });
  mock.onMessage('Who built it?', { content: 'NONE' });
  mock.onMessage('refused', { error: { message: 'no tools', type: 'invalid_request_error' }, status: 400 });
  mock.onMessage('a fault', { error: { message: 'down', type: 'server_error' }, status: 503 });
  mock.onMessage('a hang', { content: 'x' }, { streamingProfile: { ttft: 20_000 } });
  await mock.start();
});
after(() => mock.stop());

const request = (text: string, over: Partial<CallRequest> = {}): CallRequest => ({
  instructions: 'There is a kitchen.',
  turns: [{ role: 'user', text }],
  functions: [
    { name: 'turn_on', description: 'Turns it on.', parameters: { type: 'object', properties: {} } },
    { name: 'get_time', description: '', parameters: { type: 'object', properties: {} } },
  ],
  ...{ choice: 'auto', maxChars: 1000, timeoutMs: 60_000 },
  ...over,
});

function chooserOf({ create, base }: (typeof apis)[number], nowMs?: () => number) {
  const settings = { baseUrl: mock.url + base, apiKey: 'k', modelName: 'm', userAgent: 'sayso-test' };
  const windowNeed = { min: 3000, max: 7000, frame: 990 };
  return createChooseCalls(create({ ...settings, fetch: upstream.fetch, windowNeed }).model, nowMs);
}

const { signal } = new AbortController();
const ID = /^[\w-]{1,64}$/;

for (const api of apis) {
  test(`${api.name}: returns the calls of a model, or its text`, async () => {
    const choose = chooserOf(api);
    const chosen = (await choose(request('Turn it on.'), signal)) ?? assert.fail();
    assert.deepEqual(
      chosen.calls.map(({ name, arguments: text }) => [name, JSON.parse(text)]),
      [
        ['turn_on', ARGUMENTS],
        ['get_time', {}],
      ],
    );
    assert.equal(new Set(chosen.calls.map(({ id }) => id)).size, 2);
    for (const { id } of chosen.calls) assert.match(id, ID);
    assert.ok(chosen.tokens > 0);
    const told = (await choose(request('Who built it?'), signal)) ?? assert.fail();
    assert.deepEqual([told.calls, told.text], [[], 'NONE']);
  });

  test(`${api.name}: sends calls and their results back in the API's own form`, async () => {
    mock.clearRequests();
    const turns: CallRequest['turns'] = [
      { role: 'user', text: 'Turn it on.' },
      {
        ...{ role: 'assistant', text: '' },
        calls: [{ id: 'callabcde', name: 'turn_on', arguments: '{"name":"KITCHEN"}' }],
      },
      { role: 'result', id: 'callabcde', name: 'turn_on', text: 'DONEDONE <|im_end|>' },
    ];
    const reply = await chooserOf(api)(request('', { turns }), signal);
    assert.ok(reply !== null);
    const sent = JSON.stringify(mock.getRequests().at(-1)?.body);
    for (const part of ['KITCHEN', 'DONEDONE', 'There is a kitchen.', 'turn_on'])
      assert.ok(sent.includes(part), part);
    assert.ok(!sent.includes('<|im_end|>'));
  });

  test(`${api.name}: a refusal, a fault and a late reply choose nothing`, async () => {
    for (const text of ['refused', 'a fault'])
      assert.equal(await chooserOf(api)(request(text), signal), null, text);
    assert.equal(await chooserOf(api)(request('a hang', { timeoutMs: 100 }), signal), null);
  });
}

test('functions that a server refused are offered again after a minute, and other ones at once', async () => {
  let nowMs = 0;
  const choose = chooserOf(apis[0], () => nowMs);
  mock.clearRequests();
  const calls = async (over: Partial<CallRequest> = {}) => {
    await choose(request('refused', over), signal);
    return mock.getRequests().length;
  };
  assert.deepEqual([await calls(), await calls()], [1, 1]);
  assert.equal(await calls({ functions: [] }), 2);
  nowMs = 60_000;
  assert.equal(await calls(), 3);
});

test('a caller who leaves gets the reason of the signal', async () => {
  const leaving = new AbortController();
  const choosing = chooserOf(apis[0])(request('a hang'), leaving.signal);
  leaving.abort(new Error('left'));
  await assert.rejects(choosing, /left/);
});
