import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerWith, type ChatScript, startChatServer } from '../../../../test/support/chat-server.ts';
import { collect, upstream } from '../../../../test/support/model-bed.ts';
import { createModelWriter } from '../model.ts';
import type { ProviderOptions } from '../provider.ts';
import { createOllama } from './ollama.ts';

const { signal } = new AbortController();

function provide(baseUrl: string | null, over: Partial<ProviderOptions> = {}) {
  const outside = { fetch: upstream.fetch, userAgent: 'sayso-test' };
  const provider = createOllama({ baseUrl, apiKey: null, modelName: null, ...outside, ...over });
  const { model, name } = provider;
  const writer = createModelWriter({ model, name, timeoutMs: 5_000, now: () => new Date() });
  return { provider, writer };
}

const script: ChatScript = (response, { path }) => {
  if (path === '/api/generate') response.end('{"done":true}');
  else answerWith(response, ['Yes.']);
};

test('finds the API with and without /v1, and writes with the first installed model', async () => {
  await using server = await startChatServer(script, ['nomic-embed-text:latest', 'qwen3:4b', 'llama3.2']);
  const root = server.url.replace(/\/v1$/, '');
  for (const baseUrl of [root, `${root}/`, `${root}/v1`, `${root}/v1/`]) {
    const { writer } = provide(baseUrl);
    assert.equal((await collect(writer, signal)).text, 'Yes.');
    assert.equal(writer.name, 'qwen3:4b');
    assert.equal(server.calls.at(-1)?.path, '/v1/chat/completions');
  }
});

test('loads the model when it warms up, and writes nothing for it', async () => {
  await using server = await startChatServer(script, ['qwen3:4b']);
  await provide(server.url).provider.warmUp();
  const [call, ...more] = server.calls;
  assert.equal(call?.path, '/api/generate');
  assert.deepEqual(call?.body, { model: 'qwen3:4b' });
  assert.equal(more.length, 0);
});

test('takes no failure of warming up to heart', async () => {
  await using server = await startChatServer((response) => response.writeHead(500).end(), ['qwen3:4b']);
  await provide(server.url).provider.warmUp();
  await server[Symbol.asyncDispose]();
  await provide(server.url).provider.warmUp();
});

test('goes to this machine without a base URL', async () => {
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    seen.push(String(input));
    return new Response('{}', { status: 404 });
  };
  const { provider, writer } = provide(null, { fetch, modelName: 'm' });
  await provider.warmUp();
  await assert.rejects(collect(writer, signal), /check MODEL_NAME/);
  assert.deepEqual(seen, [
    'http://localhost:11434/api/generate',
    'http://localhost:11434/v1/chat/completions',
  ]);
});
