import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChatServer } from '../../../test/support/chat-server.ts';
import { closedPort } from '../../../test/support/local-server.ts';
import {
  assertDiscreet,
  collect,
  KEY,
  QUESTION,
  task,
  UPSTREAM_WORDS,
  upstream,
} from '../../../test/support/model-bed.ts';
import {
  answering,
  finished,
  line,
  type OllamaModel,
  type OllamaScript,
  refusingWith,
  sending,
  startOllamaServer,
  textLine,
} from '../../../test/support/ollama-server.ts';
import { untilSettled } from '../../../test/support/until.ts';
import { Failure } from '../../core/failure.ts';
import { createModelWriter } from '../../write/model-writer.ts';
import type { WritingTask } from '../../write/writer.ts';
import { createOllama } from './ollama.ts';
import { lacksModel, type OllamaOptions, type OllamaServer, OllamaWindow } from './ollama-api.ts';

const { signal } = new AbortController();
const QWEN: OllamaModel = { name: 'qwen3:4b', trained: 40_960 };

function provide(baseUrl: string | null, over: Partial<OllamaOptions> = {}) {
  const outside = {
    fetch: upstream.fetch,
    userAgent: 'sayso-test',
    windowNeed: { min: 3000, max: 7000, frame: 990 },
  };
  const provider = createOllama({ baseUrl, apiKey: null, modelName: null, ...outside, ...over });
  const { model, name } = provider;
  const writer = createModelWriter({ model, name, timeoutMs: 60_000 });
  return { provider, writer };
}

/** The failure of the writer, which must reveal no secrets. */
async function failureOf(script: OllamaScript): Promise<Failure & { readonly asked: number }> {
  await using server = await startOllamaServer([QWEN], script);
  const { writer } = provide(server.url, { apiKey: KEY });
  const error = await collect(writer, signal).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Failure);
  assertDiscreet(error);
  return Object.assign(error, { asked: server.calls.filter(({ path }) => path === '/api/chat').length });
}

test('finds the API with and without /v1 or /api, and writes with the first installed model', async () => {
  await using server = await startOllamaServer([{ name: 'nomic-embed-text:latest' }, QWEN]);
  for (const end of ['', '/', '/v1', '/v1/', '/api']) {
    const { writer } = provide(server.url + end);
    assert.equal((await collect(writer, signal)).text, 'Yes.');
    assert.equal(writer.name, 'qwen3:4b');
    assert.equal(server.calls.at(-1)?.path, '/api/chat');
  }
});

test('requests a window with room for the prompt, no thinking, and no silent cutting', async () => {
  await using server = await startOllamaServer([QWEN], answering('It is ', 'on **Crete** [1].'));
  const { writer } = provide(server.url, { apiKey: KEY });
  const { text, usages } = await collect(writer, signal);
  assert.equal(text, 'It is on **Crete** [1].');
  assert.equal(usages.at(-1), 120);
  const { body, headers } = server.calls.at(-1) ?? assert.fail('no call came');
  assert.equal(body.options?.num_ctx, 8192);
  assert.deepEqual([body.think, body.truncate, body.shift, body.stream], [false, false, false, true]);
  assert.deepEqual(
    body.messages?.map(({ role }) => role),
    ['system', 'user'],
  );
  assert.match(body.messages?.[1]?.content ?? '', new RegExp(QUESTION.replace('?', '\\?')));
  assert.equal(headers.authorization, `Bearer ${KEY}`);
});

test('every question and the warm-up ask for the same window, so that the model is loaded once', async () => {
  await using server = await startOllamaServer([QWEN]);
  const { provider, writer } = provide(server.url);
  await provider.warmUp();
  assert.equal(server.calls.at(-1)?.path, '/api/generate');
  for (const text of ['Why?', 'How long is a long question? '.repeat(40)])
    await collect(writer, signal, undefined, withText(text));
  assert.deepEqual(server.loads, [8192]);
});

test('a failure while warming up is ignored', async () => {
  const server = await startOllamaServer([]);
  await provide(server.url, { modelName: 'gone' }).provider.warmUp();
  await server[Symbol.asyncDispose]();
  await provide(server.url).provider.warmUp();
});

test('without a base URL it is on this machine', async () => {
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    seen.push(String(input));
    return new Response('{"error":"model not found"}', { status: 404 });
  };
  const { writer } = provide(null, { fetch, modelName: 'm' });
  await assert.rejects(collect(writer, signal), /was not found \(status 404\): set MODEL_NAME/);
  assert.deepEqual(seen, ['http://localhost:11434/api/show', 'http://localhost:11434/api/chat']);
});

for (const [what, script, message] of [
  ['a cut between lines', sending(textLine('It is on ')), /broke off/],
  ['a cut within a line', sending(textLine('It is on '), textLine('Crete').slice(0, 30)), /broke off/],
  ['garbage in the middle', sending(textLine('It is '), '{]]\n', finished()), /cannot be read/],
  ['another protocol', sending('{"choices":[]}\n'), /protocol of its API/],
  ['a web page', sending('<html>\n<p>Sign in</p>\n'), /protocol of its API/],
  ['an empty body', sending(), /protocol of its API/],
  ['no word', sending(finished()), /wrote nothing/],
  ['no room for an answer', sending(finished('length')), /used up its tokens/],
  [
    'an answer cut by the window',
    sending(textLine('It is on'), finished('length')),
    /reached its token limit/,
  ],
  [
    'a crash in the middle',
    sending(textLine('It is'), line({ error: UPSTREAM_WORDS })),
    /failed \(status 500\)/,
  ],
  [
    'a prompt that is too long',
    refusingWith(400, `the input length exceeds the context length ${UPSTREAM_WORDS}`),
    /too small a context .*lower CONTEXT_TOKENS/,
  ],
  [
    'the same, textLine by the runner below it',
    refusingWith(400, '{"error":{"code":400,"type":"exceed_context_size_error","n_ctx":4096}}'),
    /too small a context/,
  ],
  [
    'a model that is too big',
    refusingWith(500, 'model requires more system memory (5.6 GiB) than is available (3.1 GiB)'),
    /does not fit into the memory .* \(status 500\): set MODEL_NAME to a smaller model/,
  ],
  [
    'a graphics card that is too small, told in the middle',
    sending(line({ error: `cudaMalloc failed: out of memory ${UPSTREAM_WORDS}` })),
    /does not fit into the memory/,
  ],
  ['a wrong key', refusingWith(401, 'unauthorized'), /\(status 401\): set MODEL_API_KEY/],
  ['a missing model', refusingWith(404, `model '${UPSTREAM_WORDS}' not found`), /set MODEL_NAME/],
] as const)
  test(`${what} is reported as such, without any words from the server`, async () => {
    assert.match((await failureOf(script)).message, message);
  });

test('a server that is busy is asked once more, one that asks for a long wait is not', async () => {
  assert.equal((await failureOf(refusingWith(503, 'server busy, please try again.'))).asked, 2);
  assert.equal((await failureOf(refusingWith(500, 'out of memory'))).asked, 1);
  const limited = await failureOf(refusingWith(429, 'too many', { 'retry-after': '30' }));
  assert.deepEqual([limited.asked, limited.retryAfterMs], [1, 30_000]);
});

test('does not advise to pull a model from a server that is not Ollama', async () => {
  await using server = await startChatServer((response) =>
    response.writeHead(404).end('{"detail":"Not Found"}'),
  );
  const { provider } = provide(server.url, { modelName: 'gemma3' });
  const words = [await provider.findProblem?.(signal), await provider.remedyNotFound?.(signal)];
  for (const each of words) {
    assert.match(each ?? '', /set MODEL_BASE_URL to the address of Ollama/);
    assert.doesNotMatch(each ?? '', /pull/);
  }
});

test('reports at startup what will keep it from writing', async () => {
  await using server = await startOllamaServer([QWEN, { name: 'small', trained: 2048 }]);
  await using empty = await startOllamaServer([{ name: 'nomic-embed-text' }]);
  const nobody = `http://127.0.0.1:${await closedPort()}`;
  const problemIn = async (url: string, modelName: string | null) =>
    (await provide(url, { modelName }).provider.findProblem?.(signal)) ?? '';
  assert.equal(await problemIn(server.url, null), '');
  assert.match(await problemIn(server.url, 'gemma3'), /has no model gemma3\. Run: ollama pull gemma3$/);
  assert.match(
    await problemIn(server.url, 'small'),
    /small has a context window of 2048 .* CONTEXT_TOKENS=\d+00\./,
  );
  assert.match(await problemIn(empty.url, null), /has no model that can write\. Run: ollama pull llama3\.2$/);
  assert.match(
    await problemIn(nobody, null),
    /cannot be reached: connection refused\. Start it with `ollama serve`/,
  );
});

test('a server that hangs at startup gets two seconds, and none once the caller has left', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const hangs: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const { provider } = provide('http://127.0.0.1:1', { modelName: 'm', fetch: hangs });
  let problem: string | null | undefined;
  const finding = provider.findProblem?.(signal).then((found) => {
    problem = found;
  });
  await untilSettled();
  t.mock.timers.tick(1999);
  await untilSettled();
  assert.equal(problem, undefined);
  t.mock.timers.tick(1);
  await finding;
  assert.match(
    problem ?? '',
    /^Ollama at 127\.0\.0\.1:1 cannot be reached: no answer within 2000 ms\. Start/,
  );
  const controller = new AbortController();
  const left = provider.findProblem?.(controller.signal);
  await untilSettled();
  controller.abort();
  assert.equal(await left, null);
});

function withText(text: string): WritingTask {
  return { ...task, question: { ...task.question, text } };
}

test('only Ollama itself says that a model is missing', () => {
  const lacks = (status: number, error: unknown) => lacksModel({ status, body: { error } });
  assert.equal(lacks(404, 'model "m" not found, try pulling it first'), true);
  assert.equal(lacks(404, "Model 'm' was not found"), true);
  assert.equal(lacks(500, 'model "m" not found'), false);
  for (const error of [
    'not found',
    'the model was not found',
    'models not found',
    7,
    undefined,
    `model ${'x'.repeat(300)} not found`,
  ])
    assert.equal(lacks(404, error), false, String(error));
  assert.equal(lacksModel({ status: 404, body: null }), false);
});

/** The context window that is used if the server reports these details of its model. */
function windowOf(shown: () => { status: number; body: unknown }, usualTokens = 5000) {
  let asked = 0;
  const server = {
    show: async () => {
      asked++;
      return shown();
    },
  } as unknown as OllamaServer;
  const window = new OllamaWindow(server, 'm', {
    windowNeed: { min: 0, frame: 0, max: usualTokens },
  } as OllamaOptions);
  return { tokensFor: (tokens: number) => window.tokensFor(tokens), asked: () => asked };
}
const model = (trained: number | null, chosen: number | null) => () => ({
  status: 200,
  body: {
    ...(trained !== null && { model_info: { 'x.context_length': trained } }),
    ...(chosen !== null && { parameters: `num_ctx ${chosen}` }),
  },
});

test('the window is a multiple of 2,048 with room for the usual prompt, and is requested once', async () => {
  const usual = windowOf(model(null, null));
  assert.equal(await usual.tokensFor(100), 6144);
  assert.equal(await usual.tokensFor(100), 6144);
  assert.equal(usual.asked(), 1);
  assert.equal(await windowOf(model(null, null), 2048).tokensFor(1), 2048);
  assert.equal(await windowOf(model(null, null), 2049).tokensFor(1), 4096);
});

test(
  'it is no smaller than in the Modelfile, no larger than what the model was trained for, and ' +
    'doubled for more',
  async () => {
    assert.equal(await windowOf(model(null, 9000)).tokensFor(1), 9000);
    assert.equal(await windowOf(model(null, 100)).tokensFor(1), 6144);
    assert.equal(await windowOf(model(4000, null)).tokensFor(1), 4000);
    assert.equal(await windowOf(model(null, null)).tokensFor(6144), 12_288);
    assert.equal(await windowOf(model(null, null)).tokensFor(13_000), 24_576);
    assert.equal(await windowOf(model(20_000, null)).tokensFor(13_000), 20_000);
  },
);

test('a server that cannot tell is asked again the next time', async () => {
  const failing = windowOf(() => ({ status: 500, body: null }));
  assert.equal(await failing.tokensFor(1), 6144);
  assert.equal(await failing.tokensFor(1), 6144);
  assert.equal(failing.asked(), 2);
  const broken = windowOf(() => assert.fail('no connection'));
  assert.equal(await broken.tokensFor(1), 6144);
  assert.equal(await broken.tokensFor(1), 6144);
  assert.equal(broken.asked(), 2);
});
