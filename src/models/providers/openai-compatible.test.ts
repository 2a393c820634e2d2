import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fieldOf } from '@sayso/text/own-value.ts';
import { answerWith, chunk, DONE, startChatServer, usage } from '../../../test/support/chat-server.ts';
import { collect, upstream } from '../../../test/support/model-bed.ts';
import fc from '../../../test/support/properties.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import type { PlainFetch } from '../../net/http-client.ts';
import { createModelWriter } from '../../write/model-writer.ts';
import type { ModelPart } from '../language-model.ts';
import { StreamFault } from '../model-failure.ts';
import type { ProviderOptions } from '../provider.ts';
import { readOllamaParts } from './ollama-api.ts';
import { createOpenAiCompatible, readChatParts } from './openai-compatible.ts';

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
  });
  return { provider, writer };
}

test('uses the first model that can write, requests it once, and reports its name', async () => {
  let listings = 0;
  const counting: PlainFetch = (input, init) => {
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
  const refusing: PlainFetch = (input, init) => {
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

const encoder = new TextEncoder();

/** Returns the results of `next`, one by one, until a result is undefined. */
function streamOf(next: () => Uint8Array | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const bytes = next();
      if (bytes === undefined) controller.close();
      else controller.enqueue(bytes);
    },
  });
}

async function read(...reads: readonly (Uint8Array | string)[]): Promise<ModelPart[]> {
  const rest = reads.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  return Array.fromAsync(readChatParts(streamOf(() => rest.shift())));
}

const textOf = (parts: readonly ModelPart[], type = 'text-delta') =>
  parts.map((part) => (part.type === type ? part.delta : '')).join('');

const EVENTS = [
  ': keep-alive\n\n',
  chunk({ role: 'assistant', content: '', tool_calls: null }),
  chunk({ content: 'Grüße ' }),
  chunk({ content: '世界' }),
  chunk({ content: 'x', reasoning_content: 'why' }),
  chunk({ content: ', [1' }),
  chunk({ content: '].' }),
  'event: ping\n\n',
  chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: ' not' }] }] }),
  chunk({ content: [{ type: 'text', text: ' End.' }] }),
  chunk({}, 'stop'),
  usage(3, 4),
  DONE,
];
const FINISH: ModelPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: { inputTokens: { total: 3 }, outputTokens: { total: 4 } },
};

test('reads text and thinking, and joins the text that comes in one read', async () => {
  assert.deepEqual(await read(EVENTS.join('')), [
    { type: 'response-metadata' },
    { type: 'text-delta', delta: 'Grüße 世界' },
    { type: 'reasoning-delta', delta: 'why' },
    { type: 'text-delta', delta: 'x, [1].' },
    { type: 'reasoning-delta', delta: ' not' },
    { type: 'text-delta', delta: ' End.' },
    FINISH,
  ]);
});

test('reads the same parts however the reads are divided, with and without carriage returns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 400 })), fc.boolean(), async (lengths, returns) => {
      const bytes = encoder.encode(EVENTS.join('').replaceAll('\n', returns ? '\r\n' : '\n'));
      const reads: Uint8Array[] = [];
      let from = 0;
      for (const length of lengths) {
        if (from < bytes.length) reads.push(bytes.subarray(from, from + length));
        from += length;
      }
      const parts = await read(...reads, bytes.subarray(Math.min(from, bytes.length)));
      assert.equal(textOf(parts), 'Grüße 世界x, [1]. End.');
      assert.equal(textOf(parts, 'reasoning-delta'), 'why not');
      assert.deepEqual(parts.at(-1), FINISH);
    }),
  );
});

test('passes the text of a single event on at once', async () => {
  const source = new TransformStream<Uint8Array, Uint8Array>();
  const writer = source.writable.getWriter();
  const reader = readChatParts(source.readable).getReader();
  void writer.write(encoder.encode(chunk({})));
  assert.deepEqual((await reader.read()).value, { type: 'response-metadata' });
  for (const content of ['a', 'b']) {
    void writer.write(encoder.encode(chunk({ content })));
    assert.deepEqual((await reader.read()).value, { type: 'text-delta', delta: content });
  }
});

test('reports the error of a chunk, and treats a refusal as a withheld answer', async () => {
  const error = { code: 502, message: 'upstream' };
  assert.deepEqual(await read(`data: ${JSON.stringify({ error, choices: [] })}\n\n`), [
    { type: 'error', error },
  ]);
  const refused = await read(chunk({ refusal: 'No.' }), chunk({}, 'stop'), DONE);
  assert.equal(textOf(refused), 'No.');
  assert.equal(refused.at(-1)?.finishReason?.unified, 'content-filter');
  const held = await read(chunk({}, 'content_filter'), DONE);
  assert.equal(held.at(-1)?.finishReason?.unified, 'content-filter');
});

test('has no finish where the body ends too early, and ignores a chunk that was cut', async () => {
  for (const rest of ['', 'data: {"cho', DONE])
    assert.deepEqual(await read(chunk({ content: 'a' }), rest), [
      { type: 'response-metadata' },
      { type: 'text-delta', delta: 'a' },
    ]);
  assert.deepEqual(await read('<!doctype html>\n<p>Hello</p>\n'), []);
});

test('joins the data lines of one event, and needs no empty line between events of one line', async () => {
  const one = 'data: {"choices": [\ndata:  {"delta": {"content": "a"}}\r\ndata: ]}\n\n';
  const two = chunk({ content: 'b' }).replace('\n\n', '\n');
  assert.equal(textOf(await read(one, two, chunk({ content: 'c' }, 'stop'), DONE)), 'abc');
  assert.equal(textOf(await read(one.replaceAll('\n', '\r\n'), DONE)), 'a');
  assert.equal(textOf(await read(chunk({ content: 'a' }), one.trimEnd())), 'aa');
});

test('fails on an event of endless lines, and takes time in proportion to its length', async () => {
  const line = encoder.encode('data: x\n'.repeat(10_000));
  await assert.rejects(Array.fromAsync(readChatParts(streamOf(() => line))), new StreamFault('garbage'));
});

test('fails on chunks of another shape, and on a line without an end', async () => {
  for (const garbage of ['data: {broken\n\n', 'data: {}\n\n', 'data: 7\n\n'])
    await assert.rejects(read(chunk({ content: 'a' }), garbage), new StreamFault('garbage'));
  const endless = streamOf(() => encoder.encode('x'.repeat(100_000)));
  await assert.rejects(Array.fromAsync(readChatParts(endless)), new StreamFault('garbage'));
});

test('continues to wait if every event has an empty reason for the end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const source = new TransformStream<Uint8Array, Uint8Array>();
  const writer = source.writable.getWriter();
  const parts = Array.fromAsync(readChatParts(source.readable));
  for (const none of ['', 'null']) {
    await writer.write(encoder.encode(chunk({ content: 'a' }, none)));
    await turn();
    t.mock.timers.tick(1000);
  }
  await writer.write(encoder.encode(chunk({ content: 'b' }, 'stop') + DONE));
  await writer.close();
  assert.equal(textOf(await parts), 'aab');
});

test('an answer that ends with only empty reasons is cut, unless [DONE] follows', async () => {
  for (const none of ['', 'null']) {
    const cut = await read(chunk({ content: 'a' }, none));
    assert.deepEqual(
      cut.filter(({ type }) => type === 'finish'),
      [],
    );
    assert.equal((await read(chunk({ content: 'a' }, none) + DONE)).at(-1)?.type, 'finish');
    const stopped = await read(chunk({ content: 'a' }, 'length') + chunk({}, none) + DONE);
    const finish = stopped.find((part) => part.type === 'finish');
    assert.equal(finish?.finishReason?.raw, 'length');
  }
});

test('an answer that is only in the message of the last chunk is the text, and a repeated one is not', async () => {
  const last = 'data: {"choices":[{"message":{"content":"It rests."},"finish_reason":"stop"}]}';
  for (const texts of [[], [''], ['It ', 'rests.']]) {
    const chunks = texts.map((content) => chunk({ content }));
    assert.equal(textOf(await read(...chunks, `${last}\n\n`, DONE)), 'It rests.');
  }
});

const PIECE = new TextEncoder().encode('字'.repeat(50));

function endless(chars: number): ReadableStream<Uint8Array> {
  let left = chars / 50;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(PIECE);
      else controller.close();
    },
  });
}

async function readAll(stream: ReadableStream<unknown>): Promise<void> {
  for await (const _part of stream);
}

test('an event that comes in thousands of pieces takes time in proportion to its length', async () => {
  await assertProportional((chars) => readAll(readChatParts(endless(chars))), 300_000, 'readChatParts');
});

test('a line of Ollama in thousands of pieces takes time in proportion to its length', async () => {
  const read = (chars: number) =>
    readAll(readOllamaParts(endless(chars), 'http://a/')).catch(() => undefined);
  await assertProportional(read, 300_000, 'readOllamaParts');
});
