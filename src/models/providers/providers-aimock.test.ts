import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import {
  assertDiscreet,
  collect,
  KEY,
  task,
  UPSTREAM_WORDS,
  upstream,
} from '../../../test/support/model-bed.ts';
import { Failure } from '../../core/failure.ts';
import { createModelWriter } from '../../write/model-writer.ts';
import type { Writer, WritingTask } from '../../write/writer.ts';
import type { ModelProvider } from '../provider.ts';
import { createAnthropic, createGoogle, createMistral, createOpenAi } from './by-sdk.ts';
import { createOllama } from './ollama.ts';
import type { OllamaOptions } from './ollama-api.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';

type Api = {
  readonly name: string;
  readonly create: (options: OllamaOptions) => ModelProvider;
  /** The path at which the mock serves this API, and the path that is called there. */
  readonly base: string;
  readonly path: RegExp;
  /** The mock reports tokens in this protocol. */
  readonly counts: boolean;
};

const CHAT = /^\/v1\/chat\/completions$/;
const apis: readonly Api[] = [
  { name: 'openai-compatible', create: createOpenAiCompatible, base: '/v1', path: CHAT, counts: true },
  { name: 'openai', create: createOpenAi, base: '/v1', path: /^\/v1\/responses$/, counts: true },
  { name: 'anthropic', create: createAnthropic, base: '/v1', path: /^\/v1\/messages$/, counts: true },
  {
    name: 'google',
    create: createGoogle,
    base: '/v1beta',
    path: /^\/v1beta\/models\/m:streamGenerateContent\?alt=sse$/,
    counts: true,
  },
  { name: 'mistral', create: createMistral, base: '/v1', path: CHAT, counts: false },
  { name: 'ollama', create: createOllama, base: '', path: /^\/api\/chat$/, counts: false },
];

/**
 * A server that implements the models' protocols independently of this project: the authors of the mock wrote
 * it.
 */
const mock = new LLMock({ port: 0 });
const { signal } = new AbortController();

before(async () => {
  const refuse = (status: number, type: string) => ({ error: { message: UPSTREAM_WORDS, type }, status });
  mock.onMessage(
    'an island',
    { content: 'It is on **Crete** [1].', usage: { prompt_tokens: 11, completion_tokens: 7 } },
    { chunkSize: 3 },
  );
  mock.onMessage('thinking', { content: 'Crete.', reasoning: 'Hm, islands.' });
  mock.onMessage('nothing', { content: '' });
  mock.onMessage(
    'a cut',
    { content: 'It is on Crete, as far as I know, and so on.' },
    { chunkSize: 4, latency: 5, truncateAfterChunks: 5 },
  );
  mock.onMessage(
    'a disconnect',
    { content: 'word '.repeat(200) },
    { chunkSize: 4, latency: 5, disconnectAfterMs: 40 },
  );
  mock.onMessage('garbage', { content: 'Crete.' }, { chaos: { malformedRate: 1 } });
  mock.onMessage('a drop', { content: 'Crete.' }, { chaos: { dropRate: 1 } });
  mock.onMessage('a hang', { content: 'Crete.' }, { streamingProfile: { ttft: 1_500 } });
  mock.onMessage('too many', { ...refuse(429, 'rate_limit_error'), retryAfter: 30 });
  mock.onMessage('a wrong key', refuse(401, 'authentication_error'));
  mock.onMessage('a fault', refuse(500, 'server_error'));
  await mock.start();
});
after(() => mock.stop());

function writerOf({ create, base }: Api, timeoutMs: number): Writer {
  const outside = {
    fetch: upstream.fetch,
    userAgent: 'sayso-test',
    windowNeed: { min: 3000, max: 7000, frame: 990 },
  };
  const { model, name } = create({ baseUrl: mock.url + base, apiKey: KEY, modelName: 'm', ...outside });
  return createModelWriter({ model, name, timeoutMs });
}

async function ask(api: Api, about: string, timeoutMs = 60_000) {
  mock.clearRequests();
  const text = `PRIVATEQUESTION about ${about}`;
  const asked: WritingTask = { ...task, question: { ...task.question, text } };
  return await collect(writerOf(api, timeoutMs), signal, undefined, asked);
}

/** The message of the failure, after a check that it reveals no secrets. */
async function failureOf(api: Api, about: string, timeoutMs?: number): Promise<Failure> {
  const error = await ask(api, about, timeoutMs).then(
    () => assert.fail('an answer came'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure);
  assertDiscreet(error);
  assert.equal(error.code, 'model-unavailable');
  return error;
}

for (const api of apis) {
  test(`${api.name}: streams an answer and its tokens in one call`, async () => {
    const { text, usages, pieces } = await ask(api, 'an island');
    assert.equal(text, 'It is on **Crete** [1].');
    assert.ok(pieces >= 1);
    if (api.counts) assert.equal(usages.at(-1), 18);
    else assert.ok((usages.at(-1) ?? 0) > 100);
    const [request, ...more] = mock.getRequests();
    assert.match(request?.path ?? '', api.path);
    assert.equal(more.length, 0);
  });

  test(`${api.name}: leaves the thinking out`, async () => {
    assert.equal((await ask(api, 'thinking')).text, 'Crete.');
  });

  test(`${api.name}: fails where the stream is cut, cannot be read or says nothing`, async () => {
    for (const about of ['a cut', 'a disconnect'])
      assert.match((await failureOf(api, about)).message, /broke off|lost the connection/);
    assert.match((await failureOf(api, 'garbage')).message, /cannot be read|check MODEL_BASE_URL/);
    assert.match((await failureOf(api, 'nothing')).message, /m wrote nothing/);
    await failureOf(api, 'a drop');
  });

  test(`${api.name}: reports a refusal in words`, async () => {
    const limit = await failureOf(api, 'too many');
    assert.equal(limit.retryAfterMs, 30_000);
    assert.equal(mock.getRequests().length, 1);
    assert.match((await failureOf(api, 'a wrong key')).message, /\(status 401\): set MODEL_API_KEY/);
    assert.match((await failureOf(api, 'a fault')).message, /status 500/);
    assert.equal(mock.getRequests().length, 2);
  });

  test(`${api.name}: abandons a model that hangs`, async () => {
    assert.match((await failureOf(api, 'a hang', 150)).message, /did not finish within 0\.\d s/);
  });
}
