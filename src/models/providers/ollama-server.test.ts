import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import { upstream } from '../../../test/support/model-bed.ts';
import {
  chosenWindowIn,
  createOllamaServer,
  createOllamaWindow,
  lacksModel,
  loadedWindowIn,
  type OllamaOptions,
  type OllamaServer,
  trainedWindowIn,
} from './ollama-server.ts';

const { signal } = new AbortController();

test('every call goes to the root of the server with the key, and comes back as it is', async () => {
  const calls: unknown[] = [];
  await using server = await serve((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const { authorization, 'user-agent': agent, 'content-type': type } = request.headers;
      calls.push([request.method, request.url, body, authorization, agent, type]);
      response.writeHead(request.url === '/p/api/show' ? 404 : 200);
      response.end(JSON.stringify({ models: [{ name: 'm:latest', context_length: 4096 }] }));
    });
  });
  const options = { fetch: upstream.fetch, userAgent: 'Sayso/1 (test)', apiKey: 'key', modelName: null };
  const { root, post, show, loadedWindow } = createOllamaServer({
    ...options,
    baseUrl: `${server.url}/p/v1/`,
  } as unknown as Parameters<typeof createOllamaServer>[0]);
  assert.equal(root, `${server.url}/p`);
  assert.equal((await post('/api/chat', { a: 1 }, signal)).status, 200);
  assert.equal((await show('m', signal)).status, 404);
  assert.equal(await loadedWindow('m', signal), 4096);
  const sent = ['Bearer key', 'Sayso/1 (test)', 'application/json'];
  assert.deepEqual(calls, [
    ['POST', '/p/api/chat', '{"a":1}', ...sent],
    ['POST', '/p/api/show', '{"model":"m"}', ...sent],
    ['GET', '/p/api/ps', '', ...sent],
  ]);
  const keyless = createOllamaServer({ ...options, apiKey: null, baseUrl: null } as never);
  assert.equal(keyless.root, 'http://localhost:11434');
  assert.equal(keyless.headers.authorization, undefined);
});

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

test('windows are read in the place where each reply has them, and nothing else counts as one', () => {
  const loaded = (models: unknown) => loadedWindowIn({ models }, 'm');
  assert.equal(
    loaded([
      { name: 'o', context_length: 1 },
      { name: 'm', context_length: 8192 },
    ]),
    8192,
  );
  assert.equal(loaded([{ name: 'm:latest', context_length: 4096 }]), 4096);
  for (const models of [[], undefined, 'm', [{ name: 'm:1b', context_length: 1 }], [{ name: 'm' }], [null]])
    assert.equal(loaded(models), null);
  assert.equal(
    trainedWindowIn({ model_info: { 'x.block_count': 2, 'qwen3.context_length': 40_960 } }),
    40_960,
  );
  for (const body of [
    null,
    {},
    { model_info: null },
    { model_info: 'x' },
    { model_info: { context_length: 9 } },
  ])
    assert.equal(trainedWindowIn(body), null);
  assert.equal(chosenWindowIn({ parameters: 'stop "x"\nnum_ctx     4096  \ntop_k 1' }), 4096);
  for (const parameters of [
    undefined,
    7,
    'num_ctx',
    'num_ctx x',
    'my_num_ctx 7',
    'num_ctx 7 8',
    'num_ctx 1234567890',
  ])
    assert.equal(chosenWindowIn({ parameters }), null, String(parameters));
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
  const { tokensFor } = createOllamaWindow(server, 'm', {
    windowNeed: { min: 0, frame: 0, max: usualTokens },
  } as OllamaOptions);
  return { tokensFor, asked: () => asked };
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
