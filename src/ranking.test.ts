import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbeddingServer } from '../test/support/embedding-server.ts';
import { closedPort, serve } from '../test/support/local-server.ts';
import { recordMetrics } from '../test/support/recorded-metrics.ts';
import { startRerankServer } from '../test/support/rerank-server.ts';
import { testUpstream } from '../test/support/test-upstream.ts';
import { loadSettings } from './config/load.ts';
import { Failure } from './core/failure.ts';
import { ANY_SCOPE } from './core/scope.ts';
import type { Source } from './core/terms.ts';
import type { Upstream } from './net/upstream.ts';
import { createLog } from './observe/log.ts';
import { openEmbedding } from './open-embedding.ts';
import { createRanking } from './ranking.ts';

const { signal } = new AbortController();
const hit = (at: number) => ({
  url: `https://site${at}.test/`,
  title: `Boiling water ${at}`,
  snippet: `Page ${at} on how hot boiling water is. ${at === 4 ? 'One hundred degrees.' : 'Nobody knows.'}`,
});
const choice = {
  question: {
    ...{ id: 't', text: 'How hot is boiling water?', maxSources: 1, history: [], deadlineMs: 60_000 },
    scope: ANY_SCOPE,
  },
  hits: [0, 1, 2, 3, 4].map(hit),
  pages: new Map(),
  contextTokens: 1000,
};

/** The ranking of these settings, with its log lines and measurements. */
function ranking(environment: Readonly<Record<string, string>>, upstream: Upstream) {
  const lines: string[] = [];
  const { metrics, recorded } = recordMetrics();
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const { settings } = loadSettings(environment);
  return { ...createRanking(settings, { upstream, metrics, log }), lines, recorded };
}

const urlsOf = (sources: readonly Source[]) => sources.map(({ url }) => url);

test('without a model, words select, nothing is embedded and there is nothing to diagnose', async () => {
  await using upstream = testUpstream();
  const { select, embed, diagnose, recorded } = ranking({}, upstream);
  assert.deepEqual(urlsOf(await select(choice, 1000, signal)), ['https://site0.test/']);
  assert.deepEqual([embed, await diagnose(signal), recorded], [null, [], []]);
  assert.equal(openEmbedding(loadSettings({}).settings, '1'), null);
});

test('a reranker chooses the source, and its call is measured', async () => {
  await using upstream = testUpstream();
  await using server = await startRerankServer('tei', 'hundred');
  const { select, diagnose, recorded, lines } = ranking({ RERANK_URL: server.url }, upstream);
  assert.deepEqual(urlsOf(await select(choice, 60_000, signal)), ['https://site4.test/']);
  assert.deepEqual(
    recorded.map(({ key, labels }) => [key, labels.model]),
    [['rankingDuration', 'reranker']],
  );
  assert.ok(recorded.every(({ value }) => value > 0 && value < 60));
  assert.deepEqual([(await diagnose(signal)).length, lines], [1, []]);
});

test('a reranker that is down is logged by its name, and words select instead', async () => {
  await using upstream = testUpstream();
  const { select, lines } = ranking({ RERANK_URL: `http://127.0.0.1:${await closedPort()}` }, upstream);
  for (let at = 0; at < 3; at++)
    assert.deepEqual(urlsOf(await select(choice, 60_000, signal)), ['https://site0.test/']);
  assert.match(lines[0] ?? '', /the reranker is suspended/);
});

test('a reranker that hangs is left alone when the answer has no more time', async () => {
  await using upstream = testUpstream();
  const deadline = new AbortController();
  await using server = await serve(() => deadline.abort(new Failure('deadline-exceeded', 'Time ran out.')));
  const { select } = ranking({ RERANK_URL: server.url }, upstream);
  assert.deepEqual(urlsOf(await select(choice, 60_000, deadline.signal)), ['https://site0.test/']);
});

test('an embedding model ranks when there is no reranker, and embeds for the index', async () => {
  await using upstream = testUpstream();
  await using server = await startEmbeddingServer();
  const environment = { EMBED_URL: server.url, EMBED_MODEL: 'm' };
  const { select, embed, diagnose } = ranking(environment, upstream);
  assert.equal((await select(choice, 60_000, signal)).length, 1);
  assert.ok(embed !== null);
  assert.equal((await diagnose(signal)).length, 1);
  await using embedding = openEmbedding(loadSettings(environment).settings, '1') ?? assert.fail();
  assert.equal(typeof embedding.embed, 'function');
});

test("calls to the ranking's models, for answers and for the doctor, end with their caller", async () => {
  await using upstream = testUpstream();
  for (const url of ['RERANK_URL', 'EMBED_URL'] as const) {
    const left = new AbortController();
    const reason = new Failure('cancelled', 'Left.');
    await using server = await serve(() => left.abort(reason));
    const { diagnose } = ranking({ [url]: server.url, EMBED_MODEL: 'm' }, upstream);
    await assert.rejects(diagnose(left.signal), (error) => error === reason);
    await server.noSocketsLeft();
  }
});

test('a failed call is logged and measured by the name of its model, with its outcome', async () => {
  await using upstream = testUpstream();
  await using server = await serve((_request, response) => response.writeHead(500).end());
  for (const [name, environment] of [
    ['reranker', { RERANK_URL: server.url }],
    ['embedder', { EMBED_URL: server.url, EMBED_MODEL: 'm' }],
  ] as const) {
    const { select, recorded, lines } = ranking(environment, upstream);
    for (let at = 0; at < 4; at++) await select(choice, 60_000, signal);
    assert.ok(recorded.length > 0);
    for (const { labels } of recorded)
      assert.deepEqual([labels.model, labels.outcome === 'ok'], [name, false]);
    assert.match(lines[0] ?? '', new RegExp(`"the ${name} is suspended"`));
    assert.match(JSON.parse(lines[0] ?? '').cause, /500/);
  }
});
