import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import { collect, KEY, task, upstream } from '../../../test/support/model-bed.ts';
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
  mock.onMessage(
    'an island',
    { content: 'It is on **Crete** [1].', usage: { prompt_tokens: 11, completion_tokens: 7 } },
    { chunkSize: 3 },
  );
  mock.onMessage('thinking', { content: 'Crete.', reasoning: 'Hm, islands.' });
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
}
