import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddingServer } from './support/embedding-server.ts';
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

test('a reranker gets question, passages and key and chooses the source; no log has the key', async () => {
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

test('an embedding model orders passages if there is no reranker; no log has its key', async () => {
  const key = 'secret-embed-key';
  const results = RESULTS.map(({ url, title }, at) => ({
    ...{ url, title },
    content: at === 4 ? 'An automobile.' : `Salt ${at}, soup ${at} and tomatoes ${at}, fried in oil ${at}.`,
  }));
  await using search = await startSearchServer(withResults(results));
  await using embedder = await startEmbeddingServer('openai', key);
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    EMBED_URL: embedder.url,
    EMBED_KEY: key,
    READ_PAGES: 'on',
    LOG_LEVEL: 'debug',
  });
  await sourcesFor(service.url);
  assert.equal(embedder.embedded[0]?.[0], 'How hot is boiling water?');
  assert.ok(!service.logged.join('').includes(key));
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /sayso_ranking_duration_seconds_count\{model="embedder",outcome="ok"\} 1/);
});

test('the index command makes vectors, and the doctor finds them made by another model', async () => {
  await using embedder = await startEmbeddingServer('ollama');
  await using root = await mkdtempDisposable(join(tmpdir(), 'sayso-vectors-'));
  await mkdir(join(root.path, 'notes'));
  await writeFile(join(root.path, 'notes', 'garage.md'), '# Garage\n\nThe automobile stands there.');
  const sayso = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('../bin/sayso.js', import.meta.url)), ...args],
      {
        cwd: root.path,
        env: {
          ...{ SEARCH_PRIMARY_KIND: 'collection', SEARCH_PRIMARY_URL: 'file:notes.sqlite' },
          ...{ SEARCH_TERTIARY_URL: 'off', MODEL_PROVIDER: 'extractive', EMBED_URL: embedder.url },
        },
      },
    );
  const indexed = await sayso('index', 'notes', '--to', 'notes.sqlite');
  assert.equal(indexed.stderr, '');
  assert.match(indexed.stdout, /\nEmbedded 1 new text\.\n/);
  assert.match((await sayso('ask', 'my vehicle')).stdout, /garage\.md/);
  assert.match(
    (await sayso('doctor')).stdout,
    /^ok +embedding model \(http:.*its vectors have 512 dimensions/m,
  );
  embedder.model = 'other';
  assert.match(
    (await sayso('doctor')).stdout,
    /^note +primary .*vectors were made by trigrams .* EMBED_MODEL/m,
  );
  assert.match(
    (await sayso('index', 'notes', '--to', 'notes.sqlite')).stderr,
    /vectors of trigrams were replaced/,
  );
});
