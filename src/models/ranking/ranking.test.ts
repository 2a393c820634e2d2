import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbeddingServer } from '../../../test/support/embedding-server.ts';
import { startRerankServer } from '../../../test/support/rerank-server.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import type { Upstream } from '../../net/upstream.ts';
import { createRanking } from './ranking.ts';

const nobody = new AbortController().signal;
const PASSAGES = ['Tomato soup', 'A car and water', 'Water'];
const TASK = { question: 'Which car?', passages: PASSAGES, timeoutMs: 60_000 };
const ABSENT = { url: null, model: null, key: null };

/** The models at these addresses, and the calls that they reported. */
function rankingWith(urls: { reranker?: string; embedder?: string }, upstream: Upstream) {
  const calls: (readonly [name: string, outcome: string])[] = [];
  const rests: (readonly [name: string, cause: string])[] = [];
  const modelAt = (url: string | undefined) => (url === undefined ? ABSENT : { ...ABSENT, url });
  const ranking = createRanking({
    ...{ reranker: modelAt(urls.reranker), embedder: modelAt(urls.embedder), upstream },
    onCall: (name, outcome) => calls.push([name, outcome]),
    onSuspend: (name, cause) => rests.push([name, cause]),
  });
  return { ...ranking, calls, rests };
}

test('without models, nothing is ranked, embedded or diagnosed', async () => {
  await using upstream = testUpstream();
  const { rank, embed, diagnose } = rankingWith({}, upstream);
  assert.deepEqual([rank, embed, await diagnose(nobody)], [null, null, []]);
});

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

test('a failing model is reported by its name', async () => {
  await using upstream = testUpstream();
  await using embedder = await startEmbeddingServer('openai', 'another-key');
  const { embed, calls, rests } = rankingWith({ embedder: embedder.url }, upstream);
  await embed?.(TASK, nobody);
  assert.deepEqual(calls, [['embedder', 'configuration']]);
  assert.deepEqual(rests, [['embedder', 'it refuses the key (401)']]);
});

test('a diagnosis ends with its caller', async () => {
  await using upstream = testUpstream();
  await using embedder = await startEmbeddingServer();
  const { diagnose } = rankingWith({ embedder: embedder.url }, upstream);
  await assert.rejects(diagnose(AbortSignal.abort()), { code: 'cancelled' });
});
