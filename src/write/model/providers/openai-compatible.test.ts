import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerWith, startChatServer } from '../../../../test/support/chat-server.ts';
import { collect, upstream } from '../../../../test/support/model-bed.ts';
import { createModelWriter } from '../model.ts';
import type { ProviderOptions } from '../provider.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';

const signal = new AbortController().signal;

function provide(over: Partial<ProviderOptions>) {
  const provider = createOpenAiCompatible({
    baseUrl: null,
    apiKey: null,
    modelName: null,
    fetch: upstream.fetch,
    userAgent: 'sayso-test',
    ...over,
  });
  const writer = createModelWriter({
    model: provider.model,
    name: provider.name,
    timeoutMs: 60_000,
    now: () => new Date(),
  });
  return { provider, writer };
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

test('uses the first model that can write, requests it once, and reports its name', async () => {
  let listings = 0;
  const counting: typeof globalThis.fetch = (input, init) => {
    if (String(input).endsWith('/models')) listings++;
    return upstream.fetch(input, init);
  };
  await using server = await startChatServer(
    (response) => answerWith(response, ['Yes.']),
    ['nomic-embed-text', 'qwen3:4b'],
  );
  const { writer, provider } = provide({ baseUrl: `${server.url}/`, fetch: counting });
  assert.equal(writer.name, 'default');
  await Promise.all([provider.warmUp(), collect(writer, signal), collect(writer, signal)]);
  assert.equal(writer.name, 'qwen3:4b');
  assert.equal(fieldOf(server.calls[0]?.body, 'model'), 'qwen3:4b');
  assert.equal(server.calls[0]?.headers.authorization, undefined);
  assert.equal(listings, 1);
});

test('uses "default" if the server lists nothing, and does not ask again at once', async () => {
  let listings = 0;
  const refusing: typeof globalThis.fetch = (input, init) => {
    if (!String(input).endsWith('/models')) return upstream.fetch(input, init);
    listings++;
    return Promise.reject(new TypeError('fetch failed'));
  };
  await using server = await startChatServer((response) => answerWith(response, ['Yes.']));
  const { writer } = provide({ baseUrl: server.url, fetch: refusing });
  await collect(writer, signal);
  await collect(writer, signal);
  assert.equal(fieldOf(server.calls[1]?.body, 'model'), 'default');
  assert.equal(listings, 1);
});

test('uses a configured name without a request', async () => {
  await using server = await startChatServer((response) => answerWith(response, ['Yes.']));
  const { writer } = provide({ baseUrl: server.url, modelName: 'mine', apiKey: 'k' });
  assert.equal(writer.name, 'mine');
  await collect(writer, signal);
  assert.equal(fieldOf(server.calls[0]?.body, 'model'), 'mine');
});

test('goes to OpenAI without a base URL, with a small model that does not think first', async () => {
  const seen: { url: string; body: unknown }[] = [];
  const { writer } = provide({
    apiKey: 'k',
    fetch: async (input, init) => {
      seen.push({ url: String(input), body: JSON.parse(String(init?.body)) });
      return new Response('{}', { status: 401 });
    },
  });
  await assert.rejects(collect(writer, signal), /MODEL_API_KEY/);
  assert.equal(seen[0]?.url, 'https://api.openai.com/v1/chat/completions');
  assert.equal(fieldOf(seen[0]?.body, 'model'), writer.name);
  assert.equal(fieldOf(seen[0]?.body, 'reasoning_effort'), 'none');
});
