import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { CollectionProblem, moveAll, openStore, type SourceStore, type Store } from '@sayso/collections';
import { connect } from '@sayso/collections/postgres-database.ts';
import { openPostgresSearch } from '@sayso/collections/postgres-search.ts';
import { PARTS_PER_DOCUMENT } from '@sayso/collections/store.ts';
import { readStoredDocuments } from '../../src/commands/demo/stored-documents.ts';
import { noPostgres, startPostgres } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { signal } = new AbortController();
const server = noPostgres === false ? await startPostgres() : null;
after(() => server?.[Symbol.asyncDispose]());

const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-stores-'));
after(() => folder.remove());
let files = 0;
const STORES: readonly { name: string; skip: string | false; makePlace(): string }[] = [
  { name: 'SQLite', skip: false, makePlace: () => join(folder.path, `${++files}.sqlite`) },
  {
    name: 'PostgreSQL',
    skip: noPostgres,
    makePlace: () => server?.addressOf(server.makeDatabase()) ?? assert.fail('no PostgreSQL'),
  },
];

const documentOf = (path: string, text: string, more: { url?: string; keywords?: string } = {}) =>
  ({
    ...{ key: path, mark: 'm', hash: 'h', is: 'document' as const },
    document: { url: null, path, title: `About ${path}`, text, publishedAt: '2026-01-01', ...more },
  }) as const;

const pathsFor = async (store: Store, text: string, collections?: readonly string[]) =>
  (await store.search({ text, limit: 10, ...(collections && { collections }) })).map(({ path }) => path);

for (const { name, skip, makePlace } of STORES) {
  test(`${name}: what is written is found and read, and what is replaced or gone is not`, {
    skip,
  }, async () => {
    const place = makePlace();
    const store = await openStore(place);
    const source = await store.source('notes', 'one');
    const long = Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(' ');
    await source.write([
      documentOf('a', 'The wombat digs a burrow.', { keywords: 'vombatus' }),
      documentOf('b', `It's the naïve quokka of "北京", 'quoted' \\ and \0 3.14.`),
      documentOf('long', `${long} platypus`),
      documentOf('c', 'The bilby.', { url: 'https://c.test/' }),
      documentOf('d', 'The other bilby.', { url: 'https://c.test/' }),
      { key: 'e', mark: '', hash: '', is: 'refused', reason: 'it is a picture' },
    ]);
    for (const [text, path] of Object.entries({
      'wombats digging': 'a',
      vombatus: 'a',
      naive: 'b',
      北京: 'b',
      '3.14': 'b',
      quokka: 'b',
      platipus: 'long',
      bilby: 'c',
    }))
      assert.equal((await pathsFor(store, text))[0], path, text);
    assert.deepEqual(await pathsFor(store, 'nothing-has-this'), []);
    const found = await store.find('notes', 'long');
    assert.ok(found !== null && found.partCount > 5);
    assert.equal((await store.parts(found.id, 0, found.partCount)).join(''), `${long} platypus`);
    assert.equal((await store.parts(found.id, 1, 3)).length, 2);
    assert.equal(await store.find('notes', 'c'), null, 'it has an address of its own');
    assert.deepEqual(await source.refusals(5), [
      { key: 'd', reason: 'an earlier document has the same address' },
      { key: 'e', reason: 'it is a picture' },
    ]);
    assert.deepEqual(await source.counts(), { documents: 4, refused: 2, pending: 0 });
    await source.write([documentOf('a', 'The numbat eats.'), { key: 'b', mark: '', hash: '', is: 'gone' }]);
    assert.deepEqual([await pathsFor(store, 'wombat'), await pathsFor(store, 'quokka')], [[], []]);
    assert.deepEqual(await pathsFor(store, 'numbat'), ['a']);
    assert.deepEqual(await source.counts(), { documents: 3, refused: 2, pending: 0 });
    await source.write(
      [documentOf('f', 'The numbat eats.'), documentOf('g', 'A dingo.'), documentOf('h', 'A dingo.')],
      {
        uniqueTexts: true,
      },
    );
    assert.deepEqual((await source.refusals(9)).slice(2), [
      { key: 'f', reason: 'it has the text of a' },
      { key: 'h', reason: 'it has the text of g' },
    ]);
    await store.close();
    const again = await openStore(place);
    assert.deepEqual(await pathsFor(again, 'numbat'), ['a']);
    await again.close();
  });

  test(`${name}: a run ends by removing what it has not seen, and goes on where it was`, {
    skip,
  }, async () => {
    const store = await openStore(makePlace());
    const source = await store.source('notes', 'one');
    assert.equal(
      await source.add([
        { key: 'b', depth: 1 },
        { key: 'a', depth: 0 },
      ]),
      2,
    );
    assert.equal(await source.add([{ key: 'a', depth: 5 }]), 0);
    assert.deepEqual(
      (await source.pending(9)).map(({ key, depth }) => [key, depth]),
      [
        ['a', 0],
        ['b', 1],
      ],
    );
    await source.write([documentOf('a', 'One wombat.')]);
    assert.deepEqual(
      (await source.pending(9)).map(({ key }) => key),
      ['b'],
    );
    assert.equal(await source.seen(), 1);
    await source.write([documentOf('b', 'Two wombats.')]);
    assert.equal(await source.sweep(), 0);
    await source.write([{ key: 'b', mark: 'new', hash: '', is: 'unchanged' }]);
    assert.equal((await source.known('b'))?.mark, 'new');
    assert.equal(await source.sweep(), 1);
    assert.deepEqual(await pathsFor(store, 'wombat'), ['b']);
    await source.write(['x', 'y', 'z'].map((path) => documentOf(path, `The ${path} wombat.`)));
    assert.equal(await source.retain(new Set(['x', 'y'])), 2);
    await source.keepNewest(1);
    assert.equal((await source.counts()).documents, 1);
    await source.setState({ runs: 3, doneAtMs: 1, nextAtMs: 2, failures: 1, problem: 'why' });
    assert.equal((await source.state()).problem, 'why');
    await store.close();
  });

  test(`${name}: a document of one collection is never found in another one`, { skip }, async () => {
    const store = await openStore(makePlace());
    const one = await store.source('one', 'a');
    const two = await store.source('two', 'b');
    await one.write([documentOf('p', `The wombat. #1 #2 collection1 collection2 '#2' "#2"`)]);
    await two.write([documentOf('p', 'The other wombat.')]);
    const found = await store.search({ text: 'wombat', limit: 9, collections: ['two'] });
    assert.deepEqual(
      found.map(({ collection }) => collection),
      ['two'],
    );
    assert.deepEqual(await pathsFor(store, 'wombat', ['nobody']), []);
    await store.keepOnly([{ collection: 'two', name: 'b' }]);
    assert.deepEqual(await store.sources(), [{ collection: 'two', name: 'b' }]);
    assert.equal((await store.search({ text: 'wombat', limit: 9 })).length, 1);
    await store.close();
  });

  test(`${name}: one instance has a source at a time, and another takes over`, { skip }, async () => {
    const place = makePlace();
    const stores = [await openStore(place), await openStore(place)] as const;
    const first = await stores[0].source('notes', 'a');
    const second = await stores[1].source('notes', 'a');
    assert.ok(await first.lease('one', 60_000));
    assert.equal(await second.lease('two', 60_000), false);
    assert.ok(await first.lease('one', 1), 'renewed');
    await setTimeout(20);
    assert.ok(await second.lease('two', 60_000));
    await second.release('two');
    assert.ok(await first.lease('one', 60_000));
    for (const store of stores) await store.close();
  });
}

test('both stores give the same documents in the same order, also after a move', {
  skip: noPostgres,
}, async () => {
  const places = STORES.map(({ makePlace }) => makePlace());
  const stores = await Promise.all(places.map((place) => openStore(place)));
  const documents = [
    ...readStoredDocuments(new URL('../../src/commands/demo/factbook.jsonl.br', import.meta.url)),
  ];
  for (const store of stores) {
    const source = await store.source('demo', 'world');
    for (let at = 0; at < documents.length; at += 100)
      await source.write(
        documents
          .slice(at, at + 100)
          .map((document) => ({ key: document.path, mark: 'm', hash: 'h', is: 'document', document })),
      );
  }
  const [lite, postgres] = stores;
  assert.ok(lite !== undefined && postgres !== undefined);
  const read = async (file: string) =>
    await readFile(new URL(`../../bench/demo/${file}`, import.meta.url), 'utf8');
  const written: { question: string }[] = JSON.parse(await read('held-out-answerable.json'));
  const others = (await read('other-languages.jsonl'))
    .trim()
    .split('\n')
    .map((line): { question: string } => JSON.parse(line));
  const questions = [...written.slice(0, 60), ...others.slice(0, 40)].map(({ question }) => question);
  const spelled = [...questions, 'poulation of Etiopia', "o'clock 3.5 %", 'Was exportiert Chile? 北京', ''];
  for (const text of spelled)
    assert.deepEqual(await pathsFor(postgres, text), await pathsFor(lite, text), text);

  const moved = await openStore(join(folder.path, 'moved.sqlite'));
  const report = await moveAll(postgres, moved, signal);
  assert.deepEqual(report, { sources: 1, documents: documents.length });
  assert.deepEqual(await moveAll(postgres, moved, signal), report, 'it can be made again');
  const best = async (store: Store, text: string) => (await pathsFor(store, text))[0];
  for (const text of questions.slice(0, 60))
    assert.equal(await best(moved, text), await best(lite, text), text);
  const [from, to] = await Promise.all([postgres, moved].map((store) => store.source('demo', 'world')));
  assert.ok(from !== undefined && to !== undefined);
  const inOrder = async (source: SourceStore) => {
    const items = await source.items(null, 10_000);
    const sorted = items.toSorted((one, other) => Number(one.document) - Number(other.document));
    return await source.read(sorted.map(({ key }) => key));
  };
  assert.deepEqual(await inOrder(to), await inOrder(from));
  assert.ok(await from.lease('a service', 60_000));
  await assert.rejects(moveAll(postgres, moved, signal), /is being read: stop the services/);
  for (const store of [...stores, moved]) await store.close();
});

test('two services share a PostgreSQL: what one of them reads, both find', { skip: noPostgres }, async () => {
  assert.ok(server !== null);
  const notes = join(folder.path, 'notes');
  await mkdir(notes);
  await writeFile(join(notes, 'quokka.md'), 'The quokka lives on Rottnest Island.');
  const file = join(folder.path, 'sources.yml');
  const index = server.addressOf(server.makeDatabase());
  await writeFile(file, `index: "${index}"\ncollections: { notes: { sources: [{ folder: ${notes} }] } }\n`);
  await using services = new AsyncDisposableStack();
  const start = () =>
    startTestService({
      SEARCH_PRIMARY_URL: 'off',
      SOURCES_FILE: file,
      MODEL_PROVIDER: 'extractive',
      ANSWER_CACHE_SECONDS: '0',
    });
  const urls: string[] = [];
  for (let at = 0; at < 2; at++) urls.push(services.adopt(await start(), (service) => service.stop()).url);
  const finds = async (url: string, query: string, path: string) => {
    const reply = await fetch(`${url}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await reply.text()).includes(`/documents/own/notes/${path}`);
  };
  for (const url of urls) await until(() => finds(url, 'Where does the quokka live?', 'quokka.md'));
  await writeFile(join(notes, 'numbat.md'), 'The numbat lives in Dryandra.');
  for (const url of urls) await until(() => finds(url, 'Where does the numbat live?', 'numbat.md'));
  const shown = await fetch(`${urls[1]}/documents/own/notes/numbat.md`, {
    headers: { accept: 'text/plain' },
  });
  assert.equal(await shown.text(), 'The numbat lives in Dryandra.');
});

test('PostgreSQL: a server that stops is told in words, and is used again when it is back', {
  skip: noPostgres,
}, async () => {
  assert.ok(server !== null);
  const address = server.addressOf(server.makeDatabase());
  const store = await openStore(address);
  const source = await store.source('notes', 'a');
  await source.write([documentOf('a', 'The wombat digs.')]);
  await server.stop();
  await assert.rejects(
    pathsFor(store, 'wombat'),
    (error) =>
      error instanceof CollectionProblem && /cannot be reached|is starting or stopping/.test(error.message),
  );
  await assert.rejects(openStore(address), /The PostgreSQL at .*\/test\d+ cannot be reached: ENOENT/);
  await server.start();
  await until(async () => (await pathsFor(store, 'wombat').catch(() => [])).length === 1);
  await store.close();
});

test('PostgreSQL: the first parts are found in their order however many there are, and in one collection only', {
  skip: noPostgres,
}, async () => {
  assert.ok(server !== null);
  const name = server.makeDatabase();
  const database = await connect(server.addressOf(name));
  const store = await openStore(server.addressOf(name));
  const [notes, others] = [await store.source('notes', 'one'), await store.source('others', 'two')];
  // As if there were many more documents between these.
  const ids: number[] = [];
  for (const [first, count, words] of [
    [4_076, 120, 'wombat in 北京'],
    [8_172, 60, 'wombat in 北京'],
    [499_930, 40, 'wombat and quokka in 北京'],
  ] as const) {
    server.run(`alter sequence sayso.documents_id_seq restart with ${first}`, name);
    const some = Array.from({ length: count }, (_, at) => first + at);
    await notes.write(some.map((id) => documentOf(`a${id}`, `The ${words}.`)));
    await others.write([documentOf(`c${first}`, 'Another wombat.')]);
    ids.push(...some);
  }
  const index = openPostgresSearch(database);
  const within = [(await index.collections()).get('notes') ?? 0];
  const parts = ids.map((id) => id * PARTS_PER_DOCUMENT);
  for (const most of [5, 150, 400]) {
    const sets = [['wombat'], ['wombat', '北京'], ['quokka'], ['京北'], ['=about'], ['=wombat']];
    const [wombats, cities, quokkas, none, titled, untitled] = await index.having(sets, within, most);
    const first = parts.slice(0, most);
    assert.deepEqual([wombats, cities, none, titled, untitled], [first, first, [], first, []]);
    assert.deepEqual(quokkas, parts.slice(180, 180 + most));
    const [everywhere] = await index.having([['wombat']], undefined, most);
    assert.equal(everywhere?.length, Math.min(223, most));
  }
  const sizes = await Promise.all([index.size(within), index.size(undefined)]);
  assert.deepEqual(
    sizes.map(({ parts }) => parts),
    [220, 223],
  );
  await store.close();
  await database.close();
});

test('PostgreSQL: an index of an earlier form is made anew, to be filled from its sources', {
  skip: noPostgres,
}, async () => {
  assert.ok(server !== null);
  const name = server.makeDatabase();
  const address = server.addressOf(name);
  const before = await openStore(address);
  const source = await before.source('notes', 'one');
  await source.write([documentOf('a', 'The wombat digs.')]);
  await source.setState({ runs: 3, doneAtMs: 1, nextAtMs: 2, failures: 0, problem: null });
  await before.close();
  server.run('update sayso.version set version = 3', name);
  const after = await openStore(address);
  assert.deepEqual(await pathsFor(after, 'wombat'), []);
  const anew = await after.source('notes', 'one');
  assert.equal((await anew.state()).doneAtMs, null, 'it is due at once');
  await anew.write([documentOf('a', 'The wombat digs.')]);
  assert.deepEqual(await pathsFor(after, 'wombat'), ['a']);
  await after.close();
});

test('PostgreSQL: what an operator must change is said in words', { skip: noPostgres }, async () => {
  assert.ok(server !== null);
  const name = server.makeDatabase();
  const address = server.addressOf(name);
  await (await openStore(address)).close();
  const refuses = (place: string, words: RegExp) =>
    assert.rejects(
      openStore(place),
      (error) => error instanceof CollectionProblem && words.test(error.message),
    );
  await refuses(server.addressOf('missing'), /has no such database/);
  await refuses(server.addressOf(name, 'stranger'), /refuses the user/);
  server.run(`alter database ${name} set default_transaction_read_only = on`);
  const readOnly = await openStore(address);
  await assert.rejects(readOnly.source('new', 'one'), /is read-only/);
  await readOnly.close();
  server.run(`alter database ${name} set default_transaction_read_only = off`);
  server.run(`alter database ${name} connection limit 0; create role plain login`);
  await refuses(server.addressOf(name, 'plain'), /has no connection left/);
  server.run(`alter database ${name} connection limit -1`);
  await refuses(server.addressOf(server.makeDatabase(), 'plain'), /does not allow this user/);
  server.run('update sayso.version set version = 99', name);
  await refuses(address, /written by a newer version of Sayso \(99/);
});
