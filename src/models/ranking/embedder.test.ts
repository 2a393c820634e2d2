import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { similarity } from '@sayso/text/ranks.ts';
import { type EmbeddingKind, startEmbeddingServer } from '../../../test/support/embedding-server.ts';
import { closedPort, serve } from '../../../test/support/local-server.ts';
import fc from '../../../test/support/properties.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import type { Embed } from '../../core/ranking.ts';
import type { Upstream } from '../../net/upstream.ts';
import { createEmbedder, promptsFor, rankByEmbedding, readVectors } from './embedder.ts';

const nobody = new AbortController().signal;
const KEY = 'secret-embed-key';
const TASK = { question: 'Which vehicle?', passages: ['Tomato soup', 'An automobile'], timeoutMs: 60_000 };

function embedderAt(url: string, upstream: Upstream, model: string | null = null) {
  const outcomes: string[] = [];
  const onCall = (outcome: string) => outcomes.push(outcome);
  const embedder = createEmbedder({ url, model, key: KEY, upstream, onCall, onSuspend: () => undefined });
  return { ...embedder, outcomes };
}

for (const [kind, path] of [
  ['openai', ''],
  ['openai', '/v1/embeddings'],
  ['ollama', ''],
  ['ollama', '/api'],
  ['ollama', '/api/embed'],
] as const satisfies readonly (readonly [EmbeddingKind, string])[]) {
  test(`${kind} embeds at an address that ends in "${path}", in the order of the texts`, async () => {
    await using upstream = testUpstream();
    await using server = await startEmbeddingServer(kind, KEY);
    const { embed, outcomes } = embedderAt(server.url + path, upstream);
    const embedded = await embed(TASK, nobody);
    assert.ok(embedded.status === 'ok');
    const [question, soup, automobile] = embedded.vectors;
    assert.ok(question && soup && automobile && embedded.vectors.length === 3);
    assert.equal(embedded.model, 'trigrams');
    assert.ok(Math.abs(similarity(question, question) - 1) < 1e-5);
    assert.ok(similarity(question, automobile) > similarity(question, soup));
    assert.ok(server.calls.length <= 2);
    await embed(TASK, nobody);
    assert.deepEqual([server.embedded.length, outcomes], [2, ['ok', 'ok']]);
  });
}

for (const [path, first, second] of [
  ['', '/v1/embeddings', '/api/embed'],
  ['/v2/proxy', '/v2/proxy/v1/embeddings', '/v2/proxy/api/embed'],
  ['/api/proxy//', '/api/proxy/v1/embeddings', '/api/proxy/api/embed'],
  ['/proxy/api', '/proxy/api/embed', '/proxy/v1/embeddings'],
  ['/embed/', '/embed'],
] as const) {
  test(`an address ending in "${path}" is asked at ${first}, then ${second ?? 'nowhere else'}`, async () => {
    await using upstream = testUpstream();
    const paths: string[] = [];
    await using server = await serve(({ url = '' }, response) => {
      paths.push(url);
      response.writeHead(404).end();
    });
    await embedderAt(server.url + path, upstream).embed(TASK, nobody);
    assert.deepEqual(paths, second === undefined ? [first] : [first, second]);
  });
}

const sends = (value: unknown): RequestListener => {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
};
const rows = (...vectors: readonly unknown[]) =>
  sends({ data: vectors.map((embedding, index) => ({ index, embedding })), model: 'm' });

test('passages are ranked by their given order and their meaning together', async () => {
  await using upstream = testUpstream();
  await using server = await startEmbeddingServer();
  const rank = rankByEmbedding(embedderAt(server.url, upstream).embed);
  const passages = ['Soup', 'Tomatoes', 'Salt', 'The automobile'];
  const order = await rank({ question: 'Which vehicle?', passages, timeoutMs: 60_000 }, nobody);
  assert.ok((order?.indexOf(3) ?? 9) < 3, `${order}`);
  const gone = rankByEmbedding(embedderAt(`http://127.0.0.1:${await closedPort()}`, upstream).embed);
  assert.equal(await gone({ question: 'a', passages, timeoutMs: 60_000 }, nobody), null);
});

test('questions and passages get the prompts that their model was trained with', async () => {
  await using upstream = testUpstream();
  await using server = await startEmbeddingServer('ollama');
  await embedderAt(server.url, upstream, 'nomic-embed-text:v1.5').embed(TASK, nobody);
  assert.deepEqual(server.embedded[0], [
    'search_query: Which vehicle?',
    'search_document: Tomato soup',
    'search_document: An automobile',
  ]);
  const questionOf = (model: string) => promptsFor(model).question;
  assert.equal(questionOf('intfloat/multilingual-e5-small'), 'query: ');
  assert.equal(questionOf('BAAI/bge-m3'), '');
  assert.equal(questionOf('text-embedding-3-small'), '');
  assert.match(questionOf('Qwen/Qwen3-Embedding-0.6B'), /^Instruct: .*\nQuery:$/);
  assert.match(questionOf('mxbai-embed-large'), /^Represent /);
  assert.match(questionOf('snowflake-arctic-embed:335m'), /^Represent /);
  assert.equal(questionOf('snowflake-arctic-embed-l-v2.0'), 'query: ');
});

test('the diagnosis says how long the vectors are, and what is wrong', async () => {
  await using upstream = testUpstream();
  await using server = await startEmbeddingServer('openai', KEY);
  await using silly = await serve(rows([1, 0], [1, 0], [0, 1]));
  await using same = await serve(rows([1, 0], [1, 0], [1, 0]));
  const well = await embedderAt(server.url, upstream).diagnose(nobody);
  assert.deepEqual([well.ok, well.remedy], [true, '']);
  assert.equal(well.name, `embedding model (${server.url})`);
  assert.match(well.cause, /^its vectors have 512 dimensions, in \d+ ms$/);
  for (const { url } of [silly, same]) {
    const badly = await embedderAt(url, upstream).diagnose(nobody);
    assert.match(badly.cause, /trains closer to "What is water/);
    assert.equal(badly.remedy, 'check that the model of EMBED_URL makes embeddings');
  }
  server.status = 404;
  const refused = await embedderAt(server.url, upstream).diagnose(nobody);
  assert.deepEqual([refused.ok, refused.remedy], [false, 'check EMBED_URL and its model']);
});

test('vectors are read only if all are there, whatever the reply is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), (reply, count) => {
      const read = readVectors(reply, count);
      if (read !== null) assert.equal(read.vectors.length, count);
    }),
  );
});

test('a passage that the model finds closest rises by as much as its given place allows', async () => {
  const byLikeness: Embed = async () => ({
    status: 'ok',
    model: '',
    vectors: [[1, 0], ...[0.1, 0.4, 0.2, 0.3].map((likeness) => [likeness, 0])].map((vector) =>
      Float32Array.from(vector),
    ),
  });
  const task = { ...TASK, passages: ['a', 'b', 'c', 'd'] };
  assert.deepEqual(await rankByEmbedding(byLikeness)(task, nobody), [1, 0, 3, 2]);
});

test("a server at Ollama's usual port is asked in Ollama's protocol first", async () => {
  const asked: string[] = [];
  await using real = testUpstream();
  const upstream: Upstream = {
    ...real,
    async request({ url }) {
      asked.push(url);
      return { status: 404, headers: {}, contentType: '', text: '' };
    },
  };
  for (const port of [11434, 11435]) {
    await embedderAt(`http://127.0.0.1:${port}`, upstream).embed(TASK, nobody);
  }
  assert.deepEqual(asked, [
    'http://127.0.0.1:11434/api/embed',
    'http://127.0.0.1:11434/v1/embeddings',
    'http://127.0.0.1:11435/v1/embeddings',
    'http://127.0.0.1:11435/api/embed',
  ]);
});
