import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf } from '@sayso/text/own-value.ts';
import { answerWith, startChatServer } from '../../test/support/chat-server.ts';
import { collect, KEY, task, writerAt } from '../../test/support/model-bed.ts';
import { answering, startOllamaServer } from '../../test/support/ollama-server.ts';
import type { DataForm } from '../core/question.ts';
import { createModelWriter } from '../write/model-writer.ts';
import type { WritingTask } from '../write/writer.ts';
import type { ModelProvider, ProviderOptions } from './provider.ts';
import { createAnthropic, createGoogle, createMistral, createOpenAi } from './providers/by-sdk.ts';
import { createOllama } from './providers/ollama.ts';

const { signal } = new AbortController();
const ignore = () => undefined;
const SCHEMA = {
  type: 'object',
  properties: { lakes: { type: 'integer' } },
  required: ['lakes'],
  additionalProperties: false,
};
const asking = (data: DataForm): WritingTask => ({ ...task, question: { ...task.question, data } });
const bySchema = asking({ schema: JSON.stringify(SCHEMA) });
const anyObject = asking({ schema: null });

test('an OpenAI-compatible server is asked for JSON by its own JSON mode', async () => {
  await using server = await startChatServer((response) => answerWith(response, ['{"lakes":1}']));
  const formatOf = async (asked: WritingTask) => {
    const { text } = await collect(writerAt(server.url), signal, ignore, asked);
    assert.equal(text, '{"lakes":1}');
    return fieldOf(server.calls.at(-1)?.body, 'response_format');
  };
  const expected = { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA } };
  assert.deepEqual(await formatOf(bySchema), expected);
  assert.deepEqual(await formatOf(anyObject), { type: 'json_object' });
  assert.equal(await formatOf(task), undefined);
  assert.equal(server.calls.length, 3);
});

test('a server that refuses the JSON mode is asked once more without it, one that fails is not', async () => {
  for (const [status, isRetried] of [
    [400, true],
    [404, true],
    [422, true],
    [500, true],
    [501, true],
    [401, false],
    [403, false],
  ] as const) {
    await using server = await startChatServer((response, { body }) => {
      if (fieldOf(body, 'response_format') === undefined) answerWith(response, ['{"lakes":1}']);
      else response.writeHead(status).end('{"error":{"message":"no"}}');
    });
    const written = collect(writerAt(server.url), signal, ignore, bySchema);
    if (isRetried) assert.equal((await written).text, '{"lakes":1}', String(status));
    else await assert.rejects(written, /key was not accepted/);
    assert.equal(server.calls.length, isRetried ? 2 : 1, String(status));
  }
});

test('Ollama is asked by its field `format`', async () => {
  await using server = await startOllamaServer(
    [{ name: 'qwen3:4b', trained: 40_960 }],
    answering('{"lakes":1}'),
  );
  const windowNeed = { min: 3000, max: 7000, frame: 990 };
  const options = { baseUrl: server.url, apiKey: null, modelName: null, fetch, userAgent: 'sayso-test' };
  const { model, name } = createOllama({ ...options, windowNeed });
  const writer = createModelWriter({ model, name, timeoutMs: 60_000 });
  const formatOf = async (asked: WritingTask) => {
    await collect(writer, signal, ignore, asked);
    return fieldOf(server.calls.findLast(({ path }) => path === '/api/chat')?.body, 'format');
  };
  assert.deepEqual(await formatOf(bySchema), SCHEMA);
  assert.equal(await formatOf(anyObject), 'json');
  assert.equal(await formatOf(task), undefined);
});

test('the SDKs of companies are asked for JSON, and without it if the API refuses', async () => {
  const creating: readonly ((options: ProviderOptions) => ModelProvider)[] = [
    createOpenAi,
    createAnthropic,
    createGoogle,
    createMistral,
  ];
  for (const create of creating) {
    const bodies: string[] = [];
    const refuse: typeof globalThis.fetch = async (_, init) => {
      bodies.push(String(init?.body));
      const status = bodies.length === 1 ? 400 : 401;
      return new Response('{"error":{"message":"no"}}', { status });
    };
    const options = { baseUrl: null, apiKey: KEY, modelName: null, fetch: refuse, userAgent: 'sayso-test' };
    const { model, name } = create(options);
    const writer = createModelWriter({ model, name, timeoutMs: 60_000 });
    await assert.rejects(collect(writer, signal, ignore, bySchema), /MODEL_API_KEY/);
    assert.equal(bodies.length, 2);
    // The prompt has the schema too, as text.
    const schemas = bodies.map((body) => body.match(/"lakes":\{/g)?.length ?? 0);
    assert.deepEqual(schemas, [1, 0], create.name);
  }
});
