import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../test/support/local-server.ts';
import { startRerankServer } from '../../test/support/rerank-server.ts';
import { testUpstream } from '../../test/support/test-upstream.ts';
import { selectWith } from '../answer/gather.ts';
import { loadSettings } from '../config/load.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Source } from '../core/source.ts';
import { createRanking } from '../models/ranking/ranking.ts';
import type { Upstream } from '../net/upstream.ts';
import { openEmbedding } from './assemble.ts';

const { signal } = new AbortController();
const hit = (at: number) => ({
  url: `https://site${at}.test/`,
  title: `Boiling water ${at}`,
  snippet: `Page ${at} on how hot boiling water is. ${at === 4 ? 'One hundred degrees.' : 'Nobody knows.'}`,
});
const choice = {
  question: {
    ...{
      id: 't',
      text: 'How hot is boiling water?',
      maxSources: 1,
      history: [],
      deadlineAtMs: performance.now() + 60_000,
    },
    scope: ANY_SCOPE,
  },
  hits: [0, 1, 2, 3, 4].map(hit),
  pages: new Map(),
  contextTokens: 1000,
};

/** The ranking of these settings, its selections, the suspended models and the outcomes of calls. */
function ranking(environment: Readonly<Record<string, string>>, upstream: Upstream) {
  const rests: string[] = [];
  const outcomes: string[] = [];
  const { settings } = loadSettings(environment);
  const made = createRanking({
    reranker: settings.reranker,
    embedder: settings.embedder,
    upstream,
    onCall: (name, outcome, tookMs) => {
      assert.ok(tookMs >= 0 && tookMs < 60_000);
      outcomes.push(`${name} ${outcome}`);
    },
    onSuspend: (name, cause) => void rests.push(`${name}: ${cause}`),
  });
  return { ...made, select: selectWith(made.rank), rests, outcomes };
}

const urlsOf = (sources: readonly Source[]) => sources.map(({ url }) => url);

test('without a model, words select, nothing is embedded and there is nothing to diagnose', async () => {
  await using upstream = testUpstream();
  const { select, embed, diagnose, outcomes } = ranking({}, upstream);
  assert.deepEqual(urlsOf(await select(choice, 1000, signal)), ['https://site0.test/']);
  assert.deepEqual([embed, await diagnose(signal), outcomes], [null, [], []]);
  assert.equal(openEmbedding(loadSettings({}).settings, '1'), null);
});

test('a reranker chooses the source, and its call is reported', async () => {
  await using upstream = testUpstream();
  await using server = await startRerankServer('tei', 'hundred');
  const { select, diagnose, outcomes, rests } = ranking({ RERANK_URL: server.url }, upstream);
  assert.deepEqual(urlsOf(await select(choice, 60_000, signal)), ['https://site4.test/']);
  assert.deepEqual(outcomes, ['reranker ok']);
  assert.deepEqual([(await diagnose(signal)).length, rests], [1, []]);
});

test('a reranker that hangs is abandoned when the answer has no time left', async () => {
  await using upstream = testUpstream();
  const deadline = new AbortController();
  await using server = await serve(() => deadline.abort(new Failure('deadline-exceeded', 'Time ran out.')));
  const { select } = ranking({ RERANK_URL: server.url }, upstream);
  assert.deepEqual(urlsOf(await select(choice, 60_000, deadline.signal)), ['https://site0.test/']);
});

test("calls to the ranking's models, for answers and for the doctor, end with their caller", async () => {
  await using upstream = testUpstream();
  for (const url of ['RERANK_URL', 'EMBED_URL'] as const) {
    const left = new AbortController();
    const reason = new Failure('cancelled', 'Left.');
    await using server = await serve(() => left.abort(reason));
    const { diagnose } = ranking({ [url]: `${server.url}?model=m` }, upstream);
    await assert.rejects(diagnose(left.signal), (error) => error === reason);
    await server.noSocketsLeft();
  }
});

test('a failed call is reported by the name of its model, with its outcome', async () => {
  await using upstream = testUpstream();
  await using server = await serve((_request, response) => response.writeHead(500).end());
  for (const [name, environment] of [
    ['reranker', { RERANK_URL: server.url }],
    ['embedder', { EMBED_URL: `${server.url}?model=m` }],
  ] as const) {
    const { select, outcomes, rests } = ranking(environment, upstream);
    for (let at = 0; at < 4; at++) await select(choice, 60_000, signal);
    assert.ok(outcomes.length > 0);
    for (const outcome of outcomes) assert.match(outcome, new RegExp(`^${name} (?!ok)`));
    assert.match(rests[0] ?? '', new RegExp(`^${name}: .*500`));
  }
});
