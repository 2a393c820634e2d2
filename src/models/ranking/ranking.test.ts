import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { startEmbeddingServer } from '../../../test/support/embedding-server.ts';
import { serve } from '../../../test/support/local-server.ts';
import fc from '../../../test/support/properties.ts';
import { RERANK_KEY, type RerankKind, startRerankServer } from '../../../test/support/rerank-server.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import type { Upstream } from '../../net/upstream.ts';
import { createRanking, createReranker, readScores, toOrder } from './ranking.ts';

const nobody = new AbortController().signal;
const PASSAGES = ['Tomato soup', 'A car and water', 'Water'];
const TASK = { question: 'Which car?', passages: PASSAGES, timeoutMs: 60_000 };

/** The models at these addresses, and the calls that they reported. */
function rankingWith(urls: { reranker?: string; embedder?: string }, upstream: Upstream) {
  const calls: (readonly [name: string, outcome: string])[] = [];
  const rests: (readonly [name: string, cause: string])[] = [];
  const modelAt = (url: string | undefined) => (url === undefined ? null : { url, model: null, key: null });
  const ranking = createRanking({
    ...{ reranker: modelAt(urls.reranker), embedder: modelAt(urls.embedder), upstream },
    onCall: (name, outcome) => calls.push([name, outcome]),
    onSuspend: (name, cause) => rests.push([name, cause]),
  });
  return { ...ranking, calls, rests };
}

test('the reranker ranks if there is one, otherwise the embedding model; each is diagnosed', async () => {
  await using upstream = testUpstream();
  await using reranker = await startRerankServer('tei', 'ater');
  await using embedder = await startEmbeddingServer();
  const [both, one, other] = [
    rankingWith({ reranker: reranker.url, embedder: embedder.url }, upstream),
    rankingWith({ embedder: embedder.url }, upstream),
    rankingWith({ reranker: reranker.url }, upstream),
  ];
  assert.deepEqual(await both.rank?.(TASK, nobody), [1, 2, 0]);
  assert.deepEqual(both.calls, [['reranker', 'ok']]);
  assert.equal((await both.embed?.(TASK, nobody))?.status, 'ok');
  assert.deepEqual(both.calls.at(-1), ['embedder', 'ok']);
  const named = (await both.diagnose(nobody)).map(({ name, ok }) => [name.split(' (')[0], ok]);
  assert.deepEqual(named, [
    ['reranker', true],
    ['embedding model', true],
  ]);
  assert.equal((await one.rank?.(TASK, nobody))?.length, 3);
  assert.deepEqual(one.calls, [['embedder', 'ok']]);
  assert.equal((await one.diagnose(nobody)).length, 1);
  assert.deepEqual([other.rank !== null, other.embed], [true, null]);
});

const WATER = ['Trains run.', 'Water, water, water.', 'Water runs.'];
const WATER_TASK = { question: 'What is water?', passages: WATER, timeoutMs: 60_000 };

/** A reranker and the outcomes that it reported. */
function rerankerAt(
  url: string,
  upstream: Upstream,
  more: Partial<Parameters<typeof createReranker>[0]> = {},
) {
  const outcomes: string[] = [];
  const rested: string[] = [];
  const reranker = createReranker({
    ...{ url, model: null, key: null, upstream },
    onCall: (outcome) => outcomes.push(outcome),
    onSuspend: (cause) => rested.push(cause),
    ...more,
  });
  return { ...reranker, outcomes, rested };
}

for (const [kind, path] of [
  ['tei', ''],
  ['tei', '/rerank'],
  ['vllm', ''],
  ['vllm', '/rerank'],
  ['llama.cpp', ''],
  ['jina', ''],
  ['cohere', '/v2'],
] as const satisfies readonly (readonly [RerankKind, string])[]) {
  test(`${kind} ranks at an address that ends in "${path}", and is recognised only once`, async () => {
    await using upstream = testUpstream();
    await using server = await startRerankServer(kind, 'ater');
    const { rank, outcomes } = rerankerAt(`${server.url}${path}`, upstream, { model: 'm', key: RERANK_KEY });
    assert.deepEqual(await rank(WATER_TASK, nobody), [1, 2, 0]);
    const callsToFind = server.calls.length;
    assert.ok(callsToFind <= 2);
    assert.deepEqual(await rank(WATER_TASK, nobody), [1, 2, 0]);
    assert.equal(server.calls.length, callsToFind + 1);
    assert.deepEqual(outcomes, ['ok', 'ok']);
    assert.deepEqual(server.ranked[0]?.[kind === 'tei' ? 'texts' : 'documents'], WATER);
  });
}

for (const [path, first, second] of [
  ['', '/v1/rerank', '/rerank'],
  ['/v2', '/v2/rerank', '/rerank'],
  ['/v2/proxy/', '/v2/proxy/v1/rerank', '/v2/proxy/rerank'],
  ['/rerank/v3', '/rerank/v3/rerank', '/rerank/rerank'],
  ['/a/reranking//', '/a/reranking', '/a/reranking'],
] as const) {
  test(`an address that ends in "${path}" is asked at ${first}, then at ${second}`, async () => {
    await using upstream = testUpstream();
    const paths: string[] = [];
    await using server = await serve(({ url = '' }, response) => {
      paths.push(url);
      response.writeHead(404).end();
    });
    await rerankerAt(server.url + path, upstream).rank(WATER_TASK, nobody);
    assert.deepEqual(paths, [first, second]);
  });
}

const sends = (body: string, status = 200): RequestListener => {
  return (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};
const results = (...rows: readonly unknown[]) => sends(JSON.stringify({ results: rows }));
const row = (index: unknown, score: unknown = 1) => ({ index, relevance_score: score });

for (const [fault, listener, outcome] of [
  ['an error with status 500', sends('{"error":"out of memory"}', 500), 'upstream'],
  ['an error with status 200', sends('{"error":{"message":"no such model"}}'), 'protocol'],
  ['a web page', sends('<html>login</html>'), 'protocol'],
  ['an index that is too high', results(row(0), row(1), row(3)), 'protocol'],
  ['an index that is a text', results(row(0), row(1), row('2')), 'protocol'],
  ['an index twice', results(row(0), row(1), row(1)), 'protocol'],
  ['too few results', results(row(0), row(1)), 'protocol'],
  ['no score', results(row(0), row(1), { index: 2 }), 'protocol'],
  ['NaN', sends('[{"index":0,"score":NaN},{"index":1,"score":1},{"index":2,"score":1}]'), 'protocol'],
  [
    'an infinite score',
    sends('[{"index":0,"score":1e999},{"index":1,"score":1},{"index":2,"score":1}]'),
    'protocol',
  ],
  ['a huge body', sends(`[${' '.repeat(9_000_000)}]`), 'protocol'],
  ['a redirect', (_, response) => void response.writeHead(302, { location: '/x' }).end(), 'protocol'],
  ['a refused key', sends('{"message":"invalid api token"}', 401), 'configuration'],
  ['a limit', sends('{}', 429), 'rate'],
] as const satisfies readonly (readonly [string, RequestListener, string])[]) {
  test(`${fault} is counted, and the passages are not ranked`, async () => {
    await using upstream = testUpstream();
    await using server = await serve(listener);
    const { rank, outcomes } = rerankerAt(server.url, upstream);
    assert.equal(await rank(WATER_TASK, nobody), null);
    assert.deepEqual(outcomes, [outcome]);
  });
}

test('a caller who leaves ends the call', async () => {
  await using upstream = testUpstream();
  await using server = await serve(() => undefined);
  const leaving = new AbortController();
  const ranking = rerankerAt(server.url, upstream).rank(WATER_TASK, leaving.signal);
  const diagnosing = rerankerAt(server.url, upstream).diagnose(leaving.signal);
  leaving.abort();
  await assert.rejects(ranking, { code: 'cancelled' });
  await assert.rejects(diagnosing, { code: 'cancelled' });
  await server.noSocketsLeft();
});

test('the diagnosis says whether it ranks, and what to fix', async () => {
  await using upstream = testUpstream();
  await using good = await startRerankServer('tei', 'ater');
  await using random = await startRerankServer('vllm', 'train');
  await using keyed = await startRerankServer('jina', 'ater');
  const startedAtMs = performance.now();
  const diagnose = (url: string) => rerankerAt(url, upstream, { model: 'm', key: 'wrong' }).diagnose(nobody);
  const [well, badly, refused] = [
    await diagnose(good.url),
    await diagnose(random.url),
    await diagnose(keyed.url),
  ];
  const [, tookMs] = /^it ranked two passages, in (\d+) ms$/.exec(well.cause) ?? [];
  assert.ok(Number(tookMs) <= Math.ceil(performance.now() - startedAtMs), well.cause);
  assert.deepEqual([well.ok, well.remedy, well.name], [true, '', `reranker (${good.url})`]);
  assert.match(badly.cause, /^it put a passage about trains before one about water/);
  assert.equal(badly.remedy, 'check that the model of RERANK_URL is a reranker');
  assert.deepEqual(
    [refused.ok, refused.cause, refused.remedy],
    [false, 'it refuses the key (401)', 'check the token in RERANK_URL'],
  );
});

/** The order in a reply; null if it has none. */
function orderIn(reply: unknown, count: number): readonly number[] | null {
  const scores = readScores(reply, count);
  return scores && toOrder(scores);
}

test('an order is read only if it has every passage once, whatever the reply is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(5), (reply, count) => {
      const order = orderIn(reply, count);
      if (order !== null)
        assert.deepEqual(
          [...order].sort(),
          Array.from({ length: count }, (_, at) => at),
        );
    }),
  );
  const scores = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 30 });
  fc.assert(
    fc.property(scores, (given) => {
      const order = orderIn(given.map((score, index) => ({ index, score })).reverse(), given.length);
      const sorted = order?.map((at) => given[at] ?? 0);
      assert.deepEqual(
        sorted,
        given.toSorted((one, other) => other - one),
      );
    }),
  );
});

test('Text Embeddings Inference is told to cut passages that are too long for its model', async () => {
  await using upstream = testUpstream();
  const bodies: Record<string, unknown>[] = [];
  await using server = await serve(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const body = JSON.parse(text);
    if (body.texts === undefined) return void response.writeHead(404).end();
    bodies.push(body);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(WATER.map((_, index) => ({ index, score: index }))));
  });
  assert.deepEqual(await rerankerAt(server.url, upstream).rank(WATER_TASK, nobody), [2, 1, 0]);
  assert.deepEqual(bodies, [{ query: WATER_TASK.question, texts: WATER, truncate: true }]);
});

test('passages of callers that the model refuses do not suspend it for answers', async () => {
  await using upstream = testUpstream();
  let isBroken = true;
  await using server = await serve((_, response) => {
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: WATER.map((_, index) => row(index, index)) }));
  });
  const { rank, score } = rerankerAt(server.url, upstream);
  for (let count = 0; count < 5; count++) assert.equal(await score(WATER_TASK, nobody), null);
  isBroken = false;
  assert.deepEqual(await rank(WATER_TASK, nobody), [2, 1, 0]);
});

test('scores beyond 0 to 1 are logits, and a long passage is cut', async () => {
  await using upstream = testUpstream();
  const lengths: number[] = [];
  await using server = await serve(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    lengths.push(...JSON.parse(text).documents.map((each: string) => each.length));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: [row(0, -4), row(1, 0), row(2, 4)] }));
  });
  const passages = ['short', 'x'.repeat(5000), 'also short'];
  const scored = await rerankerAt(server.url, upstream).score({ ...WATER_TASK, passages }, nobody);
  const [low = 0, middle, high = 0] = scored?.scores ?? [];
  assert.ok(low > 0 && low < 0.1 && middle === 0.5 && high > 0.9 && high < 1, `${scored?.scores}`);
  assert.deepEqual(lengths, [5, 2000, 10]);
});
