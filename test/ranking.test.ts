import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPort } from './support/local-server.ts';
import { RERANK_KEY, startRerankServer } from './support/rerank-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

/** Results whose words all match a question about water; only the last has the answer. */
const RESULTS = Array.from({ length: 5 }, (_, at) => ({
  url: `https://site${at}.test/`,
  title: `Boiling water ${at}`,
  content: `Page ${at} on how hot boiling water is. ${at === 4 ? 'One hundred degrees.' : 'Nobody knows.'}`,
}));

async function sourcesFor(url: string): Promise<{ url: string }[]> {
  const response = await fetch(`${url}/api/context`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'How hot is boiling water?', num_sources: 1 }),
  });
  assert.equal(response.status, 200);
  return (await response.json()).sources;
}

test('a reranker gets question, passages and key, and chooses the source; the key is in no log line', async () => {
  await using search = await startSearchServer(withResults(RESULTS));
  await using reranker = await startRerankServer('jina', 'hundred');
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    RERANK_URL: reranker.url,
    RERANK_MODEL: 'a-reranker',
    RERANK_KEY,
    READ_PAGES: 'on',
    LOG_LEVEL: 'debug',
  });
  const sources = await sourcesFor(service.url);
  assert.deepEqual(
    sources.map(({ url }) => url),
    ['https://site4.test/'],
  );
  const [{ model, query, documents } = {}] = reranker.ranked;
  assert.deepEqual([model, query], ['a-reranker', 'How hot is boiling water?']);
  assert.match(String(documents), /One hundred degrees/);
  assert.ok(!service.logged.join('').includes(RERANK_KEY));
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /sayso_ranking_duration_seconds_count\{model="reranker",outcome="ok"\} 1/);
});

test('without a working reranker, words alone decide; failures are counted and logged once', async () => {
  await using search = await startSearchServer(withResults(RESULTS));
  await using alone = await startTestService({ SEARCH_PRIMARY_URL: search.url, READ_PAGES: 'on' });
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    RERANK_URL: `http://127.0.0.1:${await closedPort()}`,
    READ_PAGES: 'on',
  });
  const usual = await sourcesFor(alone.url);
  for (let question = 0; question < 4; question++) assert.deepEqual(await sourcesFor(service.url), usual);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /sayso_ranking_duration_seconds_count\{model="reranker",outcome="network"\} 3/);
  assert.match(metrics, /sayso_ranking_duration_seconds_count\{model="reranker",outcome="resting"\} 1/);
  assert.equal(service.logged.filter((line) => line.includes('the reranker is suspended')).length, 1);
});
