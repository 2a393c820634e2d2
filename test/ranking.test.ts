import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddingServer } from './support/embedding-server.ts';
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
    RERANK_URL: `${reranker.url}?model=a-reranker&token=${RERANK_KEY}`,
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
  embedder.model = 'other';
  assert.match(
    (await sayso('doctor')).stdout,
    /^note +primary .*vectors were made by trigrams .* EMBED_URL/m,
  );
  assert.match(
    (await sayso('index', 'notes', '--to', 'notes.sqlite')).stderr,
    /vectors of trigrams were replaced/,
  );
});
