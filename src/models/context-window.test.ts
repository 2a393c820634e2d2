import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../test/support/local-server.ts';
import { upstream } from '../../test/support/model-bed.ts';
import { findContextWindow } from './context-window.ts';

const { signal } = new AbortController();

/** The context window that is found if the server answers only at these paths. */
async function find(replies: Readonly<Record<string, unknown>>) {
  await using server = await serve((request, response) => {
    const reply = replies[request.url ?? ''];
    if (reply === undefined) response.writeHead(404).end('not found');
    else response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
  });
  const listing = { baseUrl: `${server.url}/v1`, headers: {}, fetch: upstream.fetch };
  return await findContextWindow(listing, 'm', signal);
}

test('every kind of server is read in the place where it reports the size of its window', async () => {
  const list = (fields: object) => ({
    data: [
      { id: 'other', max_model_len: 1 },
      { id: 'm', ...fields },
    ],
  });
  for (const [kind, replies, tokens, enlarge] of [
    ['vLLM', { '/v1/models': list({ max_model_len: 8192 }) }, 8192, /--max-model-len/],
    ['OpenRouter', { '/v1/models': list({ context_length: 131_072 }) }, 131_072, /larger window/],
    ['Groq', { '/v1/models': list({ context_window: 131_072 }) }, 131_072, /larger window/],
    ['llama.cpp', { '/props': { default_generation_settings: { n_ctx: 4096 } } }, 4096, /--ctx-size/],
    ['LM Studio', { '/api/v0/models': list({ loaded_context_length: 4096 }) }, 4096, /LM Studio/],
    ['TGI', { '/info': { model_id: 'x', max_total_tokens: 2048 } }, 2048, /--max-total-tokens/],
    [
      'Ollama by its OpenAI-compatible path',
      { '/api/ps': { models: [{ name: 'm:latest', context_length: 4096 }] }, '/v1/models': list({}) },
      4096,
      /MODEL_PROVIDER=ollama/,
    ],
  ] as const) {
    const window = await find(replies);
    assert.equal(window?.tokens, tokens, kind);
    assert.match(window?.enlarge ?? '', enlarge, kind);
  }
});

test('the window of a server that reports none, or nonsense, is not known', async () => {
  assert.equal(await find({}), null);
  for (const context_length of ['4096', -1, 0.5, null, {}])
    assert.equal(await find({ '/v1/models': { data: [{ id: 'm', context_length }] } }), null);
  assert.equal(await find({ '/props': '<html>', '/info': 'null', '/api/ps': '[]', '/v1/models': '7' }), null);
});
