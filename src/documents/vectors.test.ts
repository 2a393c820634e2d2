import assert from 'node:assert/strict';
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { indexFolder } from '@sayso/collections';
import { SAMPLES } from '@sayso/collections/embed-parts.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../test/support/embedding-server.ts';
import { testUpstream } from '../../test/support/test-upstream.ts';
import type { Embed } from '../core/ranking.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { readOwnContent } from '../read/content.ts';
import { createCollection } from './collection.ts';

const { signal } = new AbortController();
const NOTES = {
  'garage.md': 'The automobile stands in the garage behind the service.',
  'kitchen.md': 'Soup is made of tomatoes, salt and a little patience.',
  'car-park.md': 'A park with old trees lies beside the river.',
};

/** A folder with notes, an embedding server, and an index with vectors. */
async function makeIndex(t: TestContext, notes: Readonly<Record<string, string>> = NOTES) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-embed-'));
  const server = await startEmbeddingServer();
  const upstream = testUpstream();
  t.after(async () => {
    for (const each of [folder, server, upstream]) await each[Symbol.asyncDispose]();
  });
  for (const [name, text] of Object.entries(notes)) await writeFile(join(folder.path, name), text);
  const file = join(folder.path, 'index.sqlite');
  const embed = embedderAt(server, upstream);
  const index = async (
    embedding: { embed: Embed; retryDelaysMs: number[] } | null = { embed, retryDelaysMs: [] },
  ) =>
    await indexFolder(
      { folder: folder.path, file, baseUrl: 'https://n.test/', embedding },
      readOwnContent,
      signal,
    );
  return { folder: folder.path, server, file, embed, index };
}

/** Calls the current server for each call, without pausing after failures. */
function embedderAt(server: EmbeddingServer, upstream: ReturnType<typeof testUpstream>): Embed {
  return async ({ question, passages }, aborting) => {
    const input = question === undefined ? passages : [question, ...passages];
    const call = { method: 'POST', timeoutMs: 60_000, maxBytes: 10_000_000 } as const;
    const { text, status } = await upstream.request(
      { url: `${server.url}/v1/embeddings`, body: JSON.stringify({ input }), ...call },
      aborting,
    );
    if (status !== 200) return { status: 'failed', cause: `status ${status}` };
    const { data, model } = JSON.parse(text) as {
      data: { index: number; embedding: number[] }[];
      model: string;
    };
    const sorted = data.sort((one, other) => one.index - other.index);
    const vectors = sorted.map(({ embedding }) => {
      const length = Math.hypot(...embedding);
      return Float32Array.from(embedding, (number) => number / length);
    });
    return { status: 'ok', vectors, model };
  };
}

async function titles(file: string, text: string, embed: Embed | null, limit = 3) {
  const collection = createCollection({ file, embed });
  const outcome = await collection.search({ text, limit, scope: ANY_SCOPE }, signal);
  const hits =
    outcome.status === 'ok' ? outcome.hits.map(({ url }) => url.replace('https://n.test/', '')) : [];
  return { hits, hint: outcome.status === 'ok' ? outcome.hint : undefined, outcome };
}

test('a search by words and meaning together finds what words alone do not', async (t) => {
  const { file, embed, index } = await makeIndex(t);
  const { vectors } = await index();
  assert.deepEqual(vectors, { embedded: 3, missing: 0, cause: '', replaced: null });
  assert.deepEqual((await titles(file, 'my vehicle', null)).hits, []);
  const { hits, outcome } = await titles(file, 'my vehicle', embed, 1);
  assert.deepEqual(hits, ['garage.md']);
  assert.ok(outcome.status === 'ok' && /automobile stands/.test(outcome.hits[0]?.snippet ?? ''));
  assert.deepEqual((await titles(file, 'tomatoes', embed, 1)).hits, ['kitchen.md']);
});

test('of a long document, the part that is nearest in meaning is found and shown', async (t) => {
  const filler = 'The river flows past old trees and quiet meadows. '.repeat(400);
  const { file, embed, index } = await makeIndex(t, {
    'long.md': `${filler}\n\nThe automobile.\n\n${filler}`,
  });
  await index();
  const { outcome } = await titles(file, 'vehicle', embed, 1);
  assert.ok(outcome.status === 'ok');
  assert.match(outcome.hits[0]?.text ?? '', /The automobile\./);
});

test('only new and changed texts are embedded, and vectors of deleted ones are removed', async (t) => {
  const { folder, server, file, index } = await makeIndex(t);
  await index();
  server.embedded.length = 0;
  await index();
  assert.deepEqual(server.embedded, [SAMPLES]);
  await writeFile(join(folder, 'kitchen.md'), 'Now there is bread.');
  await rm(join(folder, 'car-park.md'));
  const { vectors } = await index();
  assert.deepEqual([vectors?.embedded, vectors?.missing], [1, 0]);
  assert.match(String(server.embedded.at(-1)), /^Now there is bread.\nNow there is bread\.$/);
  using database = new DatabaseSync(file, { readOnly: true });
  assert.deepEqual({ ...database.prepare('select count(*) as vectors from vectors').get() }, { vectors: 2 });
});

test('another model or dimension is reported, and all vectors are made again', async (t) => {
  const { server, file, embed, index } = await makeIndex(t);
  await index();
  for (const change of [{ model: 'other' }, { model: 'trigrams', dimension: 32 }]) {
    Object.assign(server, change);
    const { hits, hint } = await titles(file, 'Where is my automobile?', embed);
    assert.deepEqual(hits, ['garage.md']);
    assert.match(
      hint ?? '',
      /^its vectors were made by \w+ \(512 dimensions\), not by \w+ \(\d+\): run `sayso index`/,
    );
  }
  const { vectors } = await index();
  assert.deepEqual(vectors, { embedded: 3, missing: 0, cause: '', replaced: 'trigrams' });
  assert.deepEqual((await titles(file, 'my vehicle', embed, 1)).hits, ['garage.md']);
});

test('an index without vectors is searched by words, with advice', async (t) => {
  const { server, file, embed, index } = await makeIndex(t);
  assert.equal((await index(null)).vectors, null);
  const { hits, hint } = await titles(file, 'automobile', embed);
  assert.deepEqual(hits, ['garage.md']);
  assert.match(hint ?? '', /^its index has no vectors: run `sayso index`/);
  assert.deepEqual(server.calls, []);
});

test(
  'if the model fails, words are searched; the index is complete but for vectors, which the next ' +
    'run adds',
  async (t) => {
    const { server, file, embed, index } = await makeIndex(t);
    server.status = 500;
    const { indexed, vectors } = await index();
    assert.deepEqual(
      [indexed, vectors],
      [3, { embedded: 0, missing: 3, cause: 'status 500', replaced: null }],
    );
    assert.deepEqual((await titles(file, 'automobile', embed)).hits, ['garage.md']);
    server.status = null;
    assert.equal((await index()).vectors?.embedded, 3);
    server.status = 500;
    assert.deepEqual((await titles(file, 'automobile', embed)).hits, ['garage.md']);
    assert.deepEqual((await titles(file, 'vehicle', embed)).hits, []);
  },
);

test('a model that fails leaves the vectors made so far, and a passing failure is tried again', async (t) => {
  const notes = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`n${at}.md`, `Note number ${at}.`]),
  );
  const { embed, index } = await makeIndex(t, notes);
  let calls = 0;
  const failing = (isFailing: (call: number) => boolean): Embed => {
    return async (task, aborting) => {
      return isFailing(++calls) ? { status: 'failed', cause: 'told to fail' } : await embed(task, aborting);
    };
  };
  const half = await index({ embed: failing((call) => call > 2), retryDelaysMs: [] });
  assert.deepEqual(half.vectors, { embedded: 16, missing: 24, cause: 'told to fail', replaced: null });
  calls = 0;
  const rest = await index({ embed: failing((call) => call % 2 === 0), retryDelaysMs: [0] });
  assert.deepEqual(rest.vectors, { embedded: 24, missing: 0, cause: '', replaced: null });
});

test('an index that changes while a question is embedded is searched by words', async (t) => {
  const { file, folder, embed, index } = await makeIndex(t);
  await index();
  const slow: Embed = async (task, aborting) => {
    const embedded = await embed(task, aborting);
    await rm(join(folder, 'garage.md'));
    await index();
    return embedded;
  };
  const { hits } = await titles(file, 'a vehicle and tomatoes', slow);
  assert.deepEqual(hits, ['kitchen.md']);
});
