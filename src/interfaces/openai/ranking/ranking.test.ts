import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FixedReplies, startTextInterface } from '../../../../test/support/fixed-replies.ts';
import type { EmbedTexts, ScorePassages } from '../../../core/ranking.ts';
import { createOllama } from '../../ollama/ollama.ts';
import { createOpenAi } from '../openai.ts';

/** The reply of both interfaces of models to a request. */
async function post(url: string, payload: object, service: FixedReplies['service']) {
  const create = url.startsWith('/api/') ? createOllama : createOpenAi;
  await using started = await startTextInterface(create, service === undefined ? {} : { service });
  const reply = await started.app.inject({ method: 'POST', url, payload });
  return {
    status: reply.statusCode,
    type: reply.headers['content-type'],
    id: reply.headers['x-request-id'],
    json: reply.json(),
  };
}

type Scored = Parameters<ScorePassages>[0];
/** The reply to a request to rank documents, and what was to be scored. */
async function rerank(
  payload: object,
  { model = null, path = '/v1/rerank' }: { readonly model?: string | null; readonly path?: string } = {},
) {
  const tasks: Scored[] = [];
  const scorePassages: ScorePassages = async (task) => {
    tasks.push(task);
    return { scores: [0.25, 0.75, 0.75], model };
  };
  return { ...(await post(path, payload, { scorePassages })), task: tasks[0] };
}

type Embedding = Parameters<EmbedTexts>[0];
/** The reply to a request for vectors, and the texts that were to be embedded. */
async function embed(url: string, payload: object) {
  const tasks: Embedding[] = [];
  const embedTexts: EmbedTexts = async (task) => {
    tasks.push(task);
    const vectors = task.texts.map((_, at) => Float32Array.of(1, -0.5 * at));
    return { status: 'ok', vectors, model: 'vectors-1' };
  };
  return { ...(await post(url, payload, { embedTexts })), task: tasks[0] };
}

const body = { query: 'a bridge', documents: ['one', { text: 'two' }, 'three'] };

test('documents come best first with their scores, and those with equal scores in their order', async () => {
  for (const path of ['/v1/rerank', '/v2/rerank', '/rerank']) {
    const { json, id, task } = await rerank(body, { path });
    const result = (index: number, score: number, text: string) => ({
      ...{ index, relevance_score: score, document: { text } },
    });
    assert.deepEqual(json, {
      ...{ id, object: 'list', model: 'sayso-words', usage: { total_tokens: 5 } },
      results: [result(1, 0.75, 'two'), result(2, 0.75, 'three'), result(0, 0.25, 'one')],
    });
    assert.deepEqual(task, { question: 'a bridge', passages: ['one', 'two', 'three'], timeoutMs: 30_000 });
  }
});

test('a caller may want only the best documents, and only their places', async () => {
  const { json } = await rerank({ ...body, top_n: 1, return_documents: false }, { model: 'judge-1' });
  assert.deepEqual([json.results, json.model], [[{ index: 1, relevance_score: 0.75 }], 'judge-1']);
  assert.equal((await rerank({ ...body, return_documents: true })).json.results[0].document.text, 'two');
  const more = await rerank({ ...body, documents: ['1', '2', '3', '4'] });
  assert.deepEqual(more.json.results.at(-1), { index: 3, relevance_score: 0, document: { text: '4' } });
});

test('documents that cannot be ranked are refused with the reason', async () => {
  const documents = (count: number) => ({ ...body, documents: Array(count).fill('x') });
  assert.equal((await rerank(documents(1000))).status, 200);
  for (const [payload, message] of [
    [documents(1001), /`documents`.*at most 1000 documents are ranked/],
    [documents(0), /`documents`/],
    [{ ...body, documents: [7] }, /it must be a text or an object with `text`/],
    [{ ...body, top_n: 0 }, /`top_n`/],
    [{ ...body, query: ' ' }, /The field `query`.*empty/],
    [{ ...body, query: 'x'.repeat(101) }, /The field `query`.*100 characters/],
  ] as const) {
    const { status, json, task } = await rerank(payload);
    assert.deepEqual([status, task], [400, undefined]);
    assert.match(json.error.message, message);
  }
});

test('texts become vectors in their order, as numbers or as bytes', async () => {
  for (const path of ['/v1/embeddings', '/embeddings']) {
    const { json, type, task } = await embed(path, { input: ['hello', 'you'], dimensions: 2 });
    assert.deepEqual(json, {
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [1, 0] },
        { object: 'embedding', index: 1, embedding: [1, -0.5] },
      ],
      model: 'vectors-1',
      usage: { prompt_tokens: 2, total_tokens: 2 },
    });
    assert.equal(type, 'application/json; charset=utf-8');
    assert.deepEqual(task, { texts: ['hello', 'you'], timeoutMs: 30_000 });
  }
  const { json } = await embed('/v1/embeddings', { input: ['a', 'b'], encoding_format: 'base64' });
  const bytes = Buffer.from(json.data[1].embedding, 'base64');
  assert.deepEqual([bytes.length, bytes.readFloatLE(0), bytes.readFloatLE(4)], [8, 1, -0.5]);
  const one = await embed('/v1/embeddings', { input: 'hello', encoding_format: 'float' });
  assert.deepEqual([one.task?.texts, one.json.data.length], [['hello'], 1]);
});

test("Ollama's paths have the same vectors in Ollama's form", async () => {
  const both = await embed('/api/embed', { input: ['a', 'b'] });
  const embeddings = [
    [1, 0],
    [1, -0.5],
  ];
  assert.deepEqual(both.json, { model: 'vectors-1', embeddings });
  assert.deepEqual((await embed('/api/embed', { input: 'a' })).json.embeddings, [[1, 0]]);
  assert.deepEqual((await embed('/api/embeddings', { prompt: 'a' })).json, { embedding: [1, 0] });
  assert.equal((await embed('/api/embeddings', { input: 'a' })).status, 400);
});

test('texts that cannot be embedded are refused with the reason', async () => {
  const most = { input: Array(256).fill('x') };
  assert.equal((await embed('/v1/embeddings', most)).json.data.length, 256);
  assert.equal((await embed('/v1/embeddings', { input: 'x'.repeat(32_000) })).status, 200);
  const limits = /a text or a list of at most 256 texts of at most 32000 characters/;
  for (const input of [Array(257).fill('x'), [], '', [''], 7, 'x'.repeat(32_001), ['x'.repeat(32_001)]]) {
    const { status, json, task } = await embed('/v1/embeddings', { input });
    assert.deepEqual([status, task], [400, undefined]);
    assert.match(json.error.message, /^The field `input(?:\.0)?` is not valid: /);
    if (!Array.isArray(input)) assert.match(json.error.message, limits);
  }
  const { status, json } = await embed('/v1/embeddings', { input: 'x', dimensions: 3 });
  assert.equal(status, 400);
  assert.match(json.error.message, /has 2 dimensions and no others/);
});

test('without an embedding model, or if it fails, the reply says so', async () => {
  const none = await post('/v1/embeddings', { input: 'x' }, { embedTexts: null });
  assert.equal(none.status, 404);
  assert.match(none.json.error.message, /has no embedding model.*EMBED_URL/);
  const embedTexts: EmbedTexts = async () => ({ status: 'failed', cause: 'it is down' });
  const failed = await post('/v1/embeddings', { input: 'x' }, { embedTexts });
  assert.equal(failed.status, 502);
  assert.equal(failed.json.error.message, 'The embedding model failed: it is down.');
});
