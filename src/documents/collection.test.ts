import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { indexDocuments, type NewDocument, openStore } from '@sayso/collections';
import { embedParts } from '@sayso/collections/embed-parts.ts';
import fc from '../../test/support/properties.ts';
import { Failure } from '../core/failure.ts';
import type { Embed } from '../core/ranking.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { SearchBackend } from '../search/search.ts';
import { collectionPath, createCollection } from './collection.ts';

const { signal } = new AbortController();
const filler = 'Nothing of interest stands in this sentence. ';

async function makeIndex(documents: readonly Partial<NewDocument>[]) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-collection-'));
  const file = join(folder.path, 'index.sqlite');
  const whole = documents.map((one, at) => ({
    url: `https://a.example/${at}`,
    path: `${at}`,
    title: '',
    text: filler,
    ...one,
  }));
  await indexDocuments({ documents: whole, file }, signal);
  return { file, remove: folder.remove, [Symbol.asyncDispose]: () => folder.remove() };
}

async function titles(collection: SearchBackend, text: string, limit = 5): Promise<string[]> {
  const outcome = await collection.search({ text, limit, scope: ANY_SCOPE }, signal);
  assert.notEqual(outcome.status, 'failed');
  return outcome.status === 'ok' ? outcome.hits.map((hit) => hit.title) : [];
}

test('returns hits with URL, title, snippet and text, at most as many as asked for', async () => {
  const text = `${filler}The capital of Angola is Luanda.`;
  await using index = await makeIndex([
    { title: 'Angola', text },
    { title: 'Capital city' },
    { title: 'Capital' },
  ]);
  const collection = createCollection(index);
  const outcome = await collection.search(
    { text: 'What is the capital of Angola?', limit: 1, scope: { ...ANY_SCOPE, language: 'en' } },
    signal,
  );
  assert.deepEqual(outcome, {
    status: 'ok',
    hits: [
      { url: 'https://a.example/0', title: 'Angola', snippet: 'The capital of Angola is Luanda.', text },
    ],
  });
});

test('is empty when nothing matches and for questions without words', async () => {
  await using index = await makeIndex([{ title: 'Angola' }]);
  const collection = createCollection(index);
  for (const text of ['zebra', '', ' ', '?!', '"', '\0'])
    assert.deepEqual(await collection.search({ text, limit: 5, scope: ANY_SCOPE }, signal), {
      status: 'empty',
    });
});

test('ranks the document about the subject of the question first', async () => {
  await using index = await makeIndex([
    { title: '@fastify/cors: Fastify CORS', text: 'Fastify, Fastify and Fastify. CORS for Fastify.' },
    { title: 'fastify-plugin: plugin helper for Fastify', text: 'Fastify plugins and Fastify.' },
    { title: 'fastify: fast web framework', text: `A web framework. ${filler}` },
  ]);
  assert.equal((await titles(createCollection(index), 'What is Fastify?'))[0], 'fastify: fast web framework');
});

test('finds inflected and unaccented forms', async () => {
  await using index = await makeIndex([{ title: 'a', text: 'Two countries near São Tomé.' }, { title: 'b' }]);
  const collection = createCollection(index);
  for (const question of ['country', 'Countries?', 'sao tome', 'SÃO'])
    assert.deepEqual(await titles(collection, question), ['a']);
});

test('finds Chinese, Japanese and Thai words inside longer runs', async () => {
  await using index = await makeIndex([
    { title: 'zh', text: '北京大学是中国的一所大学。' },
    { title: 'ja', text: '東京は日本の首都です。コーヒーが人気です。' },
    { title: 'th', text: 'กรุงเทพเป็นเมืองหลวงของประเทศไทย' },
  ]);
  const collection = createCollection(index);
  assert.deepEqual(await titles(collection, '北京在哪里？'), ['zh']);
  assert.deepEqual(await titles(collection, '日本の首都はどこですか'), ['ja']);
  assert.deepEqual(await titles(collection, 'コーヒー'), ['ja']);
  assert.deepEqual(await titles(collection, 'กรุงเทพ'), ['th']);
});

test('returns the part of a long document that answers, and at most 20,000 characters', async () => {
  const text = `${filler.repeat(2_000)}The quokka lives on Rottnest Island. ${filler.repeat(2_000)}`;
  await using index = await makeIndex([{ title: 'long', text }]);
  const outcome = await createCollection(index).search(
    { text: 'quokka', limit: 5, scope: { ...ANY_SCOPE, language: 'en' } },
    signal,
  );
  assert.ok(outcome.status === 'ok' && outcome.hits.length === 1);
  const [hit] = outcome.hits;
  assert.match(hit?.snippet ?? '', /^The quokka lives on Rottnest Island/);
  assert.ok(hit?.text?.includes('The quokka lives'));
  assert.ok((hit?.text?.length ?? 0) > 10_000 && (hit?.text?.length ?? 0) <= 20_000);
});

test('never fails, whatever the question', async () => {
  await using index = await makeIndex([{ title: 'near or not', text: 'and or not near "quoted" 北京 a*b' }]);
  const collection = createCollection(index);
  const operators = [
    '"',
    "'",
    '*',
    '^',
    ':',
    '-',
    '+',
    '(',
    ')',
    '{',
    '}',
    ' AND ',
    ' OR ',
    ' NOT ',
    'NEAR(',
    'title:',
  ];
  const unit = fc.constantFrom(
    ...operators,
    '\0',
    '\ud800',
    ' ',
    '\n',
    'quoted',
    '北京',
    'é',
    '½',
    '\u0301',
    '😀',
    ';--',
  );
  const hostile = fc.oneof(
    fc.string({ unit, maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 2_000 }),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { status } = await collection.search({ text, limit: 5, scope: ANY_SCOPE }, signal);
      assert.notEqual(status, 'failed');
    }),
  );
  assert.deepEqual(await titles(collection, 'NOT "quoted" AND NEAR('), ['near or not']);
  assert.deepEqual(await titles(collection, 'quoted '.repeat(280)), ['near or not']);
});

test('returns every document unchanged, except for invalid characters', async () => {
  const unit = fc.constantFrom('a', ' ', '\n', '"', '\0', '\ud800', '\u202e', '<b>', '北', '\u0301', '😀');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 300 }), async (noise) => {
      const text = `needle ${noise} end`;
      await using index = await makeIndex([{ title: noise, text }]);
      const outcome = await createCollection(index).search(
        { text: 'needle', limit: 1, scope: ANY_SCOPE },
        signal,
      );
      assert.ok(outcome.status === 'ok');
      assert.equal(outcome.hits[0]?.text, text.replaceAll('\0', ' ').toWellFormed());
    }),
    { numRuns: 25 },
  );
});

test('uses a new index from the next question on', async () => {
  await using index = await makeIndex([{ title: 'old', text: 'zebra' }]);
  const collection = createCollection(index);
  assert.deepEqual(await titles(collection, 'zebra'), ['old']);
  const documents = [{ url: 'https://a.example/', path: '0', title: 'new', text: 'zebra' }];
  await indexDocuments({ documents, file: index.file }, signal);
  assert.deepEqual(await titles(collection, 'zebra'), ['new']);
});

test('a question whose index is replaced while it waits for its vector is answered from the new one', async () => {
  await using index = await makeIndex([{ title: 'Old wombat', text: 'The wombat digs.' }]);
  let replace = async () => {};
  const embed: Embed = async ({ question, passages }) => {
    if (question !== undefined) await replace();
    const texts = question === undefined ? passages : [question];
    return { status: 'ok', vectors: texts.map(() => Float32Array.of(1, 0)), model: 'm' };
  };
  const store = await openStore(index.file);
  await embedParts(store.vectors, { embed, collections: () => ['documents'] }, () => undefined, signal);
  await store.close();
  const collection = createCollection({ file: index.file, embed });
  replace = async () => {
    replace = async () => {};
    const document = { url: null, path: 'new', title: 'New wombat', text: 'The wombat digs.' };
    await indexDocuments({ documents: [document], file: index.file }, signal);
    assert.deepEqual(await titles(collection, 'wombat'), ['New wombat']);
  };
  for (let at = 0; at < 2; at++) assert.deepEqual(await titles(collection, 'wombat'), ['New wombat']);
});

test('reports failed while the index is missing or damaged, and recovers', async () => {
  await using index = await makeIndex([{ title: 'a', text: 'zebra '.repeat(5_000) }]);
  const collection = createCollection(index);
  const damages = [
    () => rm(index.file),
    () => writeFile(index.file, 'no index'),
    () => truncate(index.file, 8_192),
  ];
  for (const damage of damages) {
    const documents = [{ url: 'https://a.example/', path: '0', title: 'a', text: 'zebra '.repeat(5_000) }];
    await rm(index.file, { force: true });
    await indexDocuments({ documents, file: index.file }, signal);
    assert.deepEqual(await titles(collection, 'zebra'), ['a']);
    await damage();
    const outcome = await collection.search({ text: 'zebra', limit: 5, scope: ANY_SCOPE }, signal);
    assert.ok(outcome.status === 'failed' && outcome.reason === 'upstream');
    assert.match(outcome.cause, /index\.sqlite .*sayso index/);
    assert.ok(!outcome.cause.includes(tmpdir()));
  }
});

test('reports at creation the problem with the index and how to make one', async () => {
  await using index = await makeIndex([{ title: 'a' }]);
  const refuses = (words: RegExp) =>
    assert.throws(
      () => createCollection(index),
      (error) =>
        error instanceof Failure &&
        error.code === 'misconfigured' &&
        words.test(error.message) &&
        error.message.endsWith(`sayso index FOLDER --to ${index.file}`),
    );
  const alter = (sql: string) => {
    const database = new DatabaseSync(index.file);
    database.exec(sql);
    database.close();
  };
  const before = await readFile(index.file);
  alter('pragma user_version = 0');
  refuses(/an older version/);
  alter('pragma user_version = 999');
  refuses(/a newer version/);
  await writeFile(index.file, before);
  alter('drop table words');
  refuses(/damaged/);
  alter('pragma application_id = 7');
  refuses(/not a Sayso index/);
  await writeFile(index.file, 'plain text '.repeat(100));
  refuses(/damaged, or not an index/);
  await rm(index.file);
  refuses(/There is no index/);
});

test('throws the reason of a signal that has aborted', async () => {
  await using index = await makeIndex([{ title: 'a' }]);
  const reason = new Failure('cancelled', 'The caller left.');
  const search = createCollection(index).search(
    { text: 'a', limit: 1, scope: ANY_SCOPE },
    AbortSignal.abort(reason),
  );
  await assert.rejects(search, (error) => error === reason);
});

test('finds a document by its keywords, which are not part of its text', async () => {
  await using index = await makeIndex([
    { title: 'Peru: people', text: 'Some 30 million.', keywords: 'inhabitants' },
    {},
  ]);
  const outcome = await createCollection(index).search(
    { text: 'inhabitants', limit: 5, scope: ANY_SCOPE },
    signal,
  );
  assert.ok(outcome.status === 'ok');
  assert.deepEqual(
    outcome.hits.map(({ title, text }) => [title, text]),
    [['Peru: people', 'Some 30 million.']],
  );
});

test('reads relative, absolute and full file URLs, encoded or not', () => {
  for (const [url, path] of [
    ['file:notes.sqlite', 'notes.sqlite'],
    ['file:../data/notes.sqlite', '../data/notes.sqlite'],
    ['file:/srv/notes.sqlite', '/srv/notes.sqlite'],
    ['file:///srv/notes.sqlite', '/srv/notes.sqlite'],
    ['file:///srv/my%20notes.sqlite', '/srv/my notes.sqlite'],
    ['file:my notes.sqlite', 'my notes.sqlite'],
    ['file:my%20notes.sqlite', 'my notes.sqlite'],
    ['file:100%.sqlite', '100%.sqlite'],
    [' FILE:notes.sqlite ', 'notes.sqlite'],
  ])
    assert.equal(collectionPath(url ?? ''), path);
});

test('reports that anything else is not a collection', () => {
  for (const url of [
    '',
    'file:',
    'notes.sqlite',
    'https://a.example/x',
    'file://server/notes.sqlite',
    'file://%',
  ])
    assert.throws(
      () => collectionPath(url),
      (error) =>
        error instanceof Failure &&
        error.code === 'misconfigured' &&
        /file:notes\.sqlite/.test(error.message),
      url,
    );
});
