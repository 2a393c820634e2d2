import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { keepFresh, type Reading, refresh, statusOf } from './keeper.ts';
import { createReadFile } from './read-file.ts';
import { type CollectionSettings, parseSources } from './sources-file.ts';
import { openForReading, openForWriting } from './sqlite-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { readLocalWeb } from './testing/local-web.ts';

const { signal } = new AbortController();

async function makePlace() {
  const root = await mkdtempDisposable(join(tmpdir(), 'sayso-keep-'));
  const notes = join(root.path, 'notes');
  await mkdir(notes);
  const file = join(root.path, 'own.sqlite');
  const open = () => {
    const store = openSqliteStore(openForWriting(file, 'live'));
    return { store, search: store.search };
  };
  const reading: Reading = {
    ...readLocalWeb(),
    readFile: createReadFile(readLocalWeb().readPage),
    copies: join(root.path, 'copies'),
  };
  return { root: root.path, notes, file, open, reading, [Symbol.asyncDispose]: () => root.remove() };
}

const collectionsOf = (source: string): readonly CollectionSettings[] =>
  parseSources(`collections: { notes: { sources: [ ${source} ] } }`).collections;

/** Waits until it is true; far longer than it takes, so that a busy machine does not matter. */
async function until(isTrue: () => boolean | Promise<boolean>) {
  const startedMs = performance.now();
  while (!(await isTrue())) {
    assert.ok(performance.now() - startedMs < 20_000, 'it never became true');
    await setTimeout(20);
  }
  return performance.now() - startedMs;
}

test('a file that is added, changed or deleted is found, changed or gone without a restart', async () => {
  await using place = await makePlace();
  await writeFile(join(place.notes, 'a.md'), 'The wombat digs.');
  const { store, search } = place.open();
  const found = async (text: string) => (await search({ text, limit: 5 })).map(({ path }) => path);
  {
    await using _keeping = keepFresh(collectionsOf(`{ folder: "${place.notes}" }`), {
      store,
      reading: place.reading,
      onRefreshed: () => undefined,
    });
    await until(async () => (await found('wombat')).length > 0);
    await writeFile(join(place.notes, 'b.md'), 'The quokka smiles.');
    await until(async () => (await found('quokka')).includes('b.md'));
    await writeFile(join(place.notes, 'b.md'), 'The numbat eats.');
    await until(async () => (await found('numbat')).includes('b.md') && (await found('quokka')).length === 0);
    await rm(join(place.notes, 'b.md'));
    await until(async () => (await found('numbat')).length === 0);
    assert.deepEqual(await found('wombat'), ['a.md']);
    // Another folder takes its place.
    await rename(place.notes, join(place.root, 'old'));
    await mkdir(place.notes);
    await until(async () => (await found('wombat')).length === 0);
    await writeFile(join(place.notes, 'c.md'), 'The bilby hops.');
    await until(async () => (await found('bilby')).includes('c.md'));
  }
  await store.close();
});

test('an index of an older version keeps its documents, and they are found', async () => {
  await using place = await makePlace();
  await writeFile(join(place.notes, 'a.md'), '# Wombat\n\nIt digs.');
  const [{ sources: [source] = [] } = {}] = collectionsOf(`{ folder: "${place.notes}" }`);
  assert.ok(source);
  const newest = place.open();
  await refresh(source, await newest.store.source('notes', source.name), place.reading, signal);
  await newest.store.close();
  const database = new DatabaseSync(place.file);
  database.exec(`drop table words; create table words (word); drop table making; create table pieces (part);
    alter table collections drop column part_count;
    create table older (id integer primary key, collection, url, path, title, published_at, parts, hash);
    insert into older select id, collection, url, path, title, published_at, parts, hash from documents;
    drop table documents; alter table older rename to documents; pragma user_version = 3`);
  database.close();
  const { store, search } = place.open();
  for (const text of ['wombat', 'digs'])
    assert.deepEqual(
      (await search({ text, limit: 5, collections: ['notes'] })).map(({ path }) => path),
      ['a.md'],
    );
  await store.close();
});

test('an index in the folder that it indexes does not make it be looked at again and again', async () => {
  await using place = await makePlace();
  await writeFile(join(place.notes, 'a.md'), 'The wombat digs.');
  const store = openSqliteStore(openForWriting(join(place.notes, 'own.sqlite'), 'live'));
  let looks = 0;
  {
    await using _keeping = keepFresh(collectionsOf(`{ folder: "${place.notes}" }`), {
      store,
      reading: place.reading,
      onRefreshed: () => looks++,
    });
    await until(() => looks > 0);
    await setTimeout(1_500);
  }
  assert.equal(looks, 1);
  await store.close();
});

test('a source that fails says why, waits longer each time, and recovers', async () => {
  await using place = await makePlace();
  const missing = join(place.root, 'missing');
  const collections = collectionsOf(`{ folder: "${missing}" }`);
  const [source] = collections[0]?.sources ?? [];
  assert.ok(source !== undefined);
  const { store, search } = place.open();
  const own = await store.source('notes', source.name);
  const first = await refresh(source, own, place.reading, signal);
  assert.match(first.problem ?? '', /missing does not exist/);
  const waitMs = async () => (await own.state()).nextAtMs - Date.now();
  const firstWaitMs = await waitMs();
  await refresh(source, own, place.reading, signal);
  assert.ok((await waitMs()) > firstWaitMs * 1.5);
  await mkdir(missing);
  await writeFile(join(missing, 'a.md'), 'The wombat digs.');
  assert.deepEqual(await refresh(source, own, place.reading, signal), { isTaken: false, problem: null });
  assert.equal((await search({ text: 'wombat', limit: 5 })).length, 1);
  const [status] = await statusOf(collections, store);
  assert.deepEqual([status?.state.runs, status?.state.problem, status?.counts.documents], [1, null, 1]);
  await store.close();
});

test('one instance looks at a source at a time, and another takes over from one that has died', async () => {
  await using place = await makePlace();
  const [one, two] = [place.open(), place.open()];
  const [first, second] = [await one.store.source('notes', 'a'), await two.store.source('notes', 'a')];
  assert.ok(await first.lease('one', 60_000));
  assert.equal(await second.lease('two', 60_000), false);
  assert.ok(await first.lease('one', 1), 'renewed');
  await setTimeout(5);
  assert.ok(await second.lease('two', 60_000), 'the first did not renew it');
  await second.release('two');
  assert.ok(await first.lease('one', 60_000));
  for (const { store } of [one, two]) await store.close();
});

test('a file that changed while nobody, or only a dying instance, looked after its folder is found', async () => {
  await using place = await makePlace();
  const [dying, other] = [place.open(), place.open()];
  const collections = collectionsOf(`{ folder: "${place.notes}" }`);
  const [source] = collections[0]?.sources ?? [];
  assert.ok(source !== undefined);
  const own = await dying.store.source('notes', source.name);
  await refresh(source, own, place.reading, signal); // the next look is due in 12 hours
  await writeFile(join(place.notes, 'a.md'), 'The wombat digs.');
  assert.ok(await own.lease('dying', 2_000));
  {
    const { store } = other;
    await using _keeping = keepFresh(collections, {
      ...{ store, reading: place.reading, onRefreshed: () => undefined },
    });
    await until(async () => (await other.search({ text: 'wombat', limit: 5 })).length > 0);
  }
  for (const { store } of [dying, other]) await store.close();
});

test('a process that is killed at any moment leaves an index that is whole, and the next one goes on', async () => {
  await using place = await makePlace();
  const count = 120;
  for (let at = 0; at < count; at++)
    await writeFile(
      join(place.notes, `${at}.md`),
      `Animal number${at} digs. ${'Words follow. '.repeat(200)}`,
    );
  const script = `
    import { refresh } from ${JSON.stringify(new URL('keeper.ts', import.meta.url).href)};
    import { createReadFile } from ${JSON.stringify(new URL('read-file.ts', import.meta.url).href)};
    import { readPage } from ${JSON.stringify(new URL('testing/local-web.ts', import.meta.url).href)};
    import { parseSources } from ${JSON.stringify(new URL('sources-file.ts', import.meta.url).href)};
    import { openForWriting } from ${JSON.stringify(new URL('sqlite-file.ts', import.meta.url).href)};
    import { openSqliteStore } from ${JSON.stringify(new URL('sqlite-store.ts', import.meta.url).href)};
    const [collection] = parseSources(${JSON.stringify(`collections: { notes: { sources: [ { folder: "${place.notes}" } ] } }`)}).collections;
    const store = openSqliteStore(openForWriting(${JSON.stringify(place.file)}, 'live'));
    const source = await store.source('notes', collection.sources[0].name);
    process.stdout.write('begun');
    await refresh(collection.sources[0], source, { copies: '', readFile: createReadFile(readPage) }, new AbortController().signal);
    await store.close();`;
  for (const afterMs of [0, 25]) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit'); // it may end before it is killed: the one before still has the source
    await once(child.stdout, 'data');
    await setTimeout(afterMs);
    child.kill('SIGKILL');
    await exit;
    const database = openForReading(place.file);
    assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
    const orphans = 'select count(*) as count from parts where id / 65536 not in (select id from documents)';
    assert.equal(database.prepare(orphans).get()?.count, 0);
    database.close();
  }
  // Otherwise what the dead process held is free only after 20 seconds.
  const database = openForWriting(place.file, 'live');
  database.exec('update sources set holder = null');
  database.close();
  const { store, search } = place.open();
  const [source] = collectionsOf(`{ folder: "${place.notes}" }`)[0]?.sources ?? [];
  assert.ok(source !== undefined);
  const own = await store.source('notes', source.name);
  await until(async () => !(await refresh(source, own, place.reading, signal)).isTaken);
  assert.equal((await own.counts()).documents, count);
  assert.deepEqual(
    (await search({ text: 'number77', limit: 1 })).map(({ path }) => path),
    ['77.md'],
  );
  await store.close();
});

const hasGit = spawnSync('git', ['--version']).status === 0;

test('a repository is copied, brought up to date, and read where the operator says', {
  skip: !hasGit && 'git is not installed',
}, async () => {
  await using place = await makePlace();
  const repository = join(place.root, 'repository');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=A', '-c', 'user.email=a@a.example', ...args], {
      stdio: 'ignore',
    });
  await mkdir(join(repository, 'docs'), { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  await writeFile(join(repository, 'docs', 'a.md'), 'The wombat digs.');
  await writeFile(join(repository, 'other.md'), 'The quokka smiles.');
  git('add', '.');
  git('commit', '--quiet', '-m', 'One');
  const [source] = collectionsOf(`{ git: "file://${repository}", paths: [docs] }`)[0]?.sources ?? [];
  assert.ok(source !== undefined);
  const { store, search } = place.open();
  const own = await store.source('notes', source.name);
  const found = async (text: string) => (await search({ text, limit: 5 })).map(({ path }) => path);
  assert.equal((await refresh(source, own, place.reading, signal)).problem, null);
  assert.deepEqual([await found('wombat'), await found('quokka')], [['docs/a.md'], []]);
  await writeFile(join(repository, 'docs', 'a.md'), 'The numbat eats.');
  git('commit', '--quiet', '-a', '-m', 'Two');
  // As a process leaves them that is killed.
  const [copy = ''] = await readdir(place.reading.copies);
  await writeFile(join(place.reading.copies, copy, '.git', 'index.lock'), '');
  await mkdir(join(place.reading.copies, `${copy}.new`));
  assert.equal((await refresh(source, own, place.reading, signal)).problem, null);
  assert.deepEqual([await found('numbat'), await found('wombat')], [['docs/a.md'], []]);
  const touched = join(place.root, 'touched');
  const hostile = [`ext::sh -c touch% ${touched}`, `--upload-pack=touch ${touched}`, `-u${touched}`];
  for (const from of hostile)
    assert.match((await refresh({ ...source, git: from }, own, place.reading, signal)).problem ?? '', /./);
  assert.ok(!existsSync(touched));
  process.env.GIT_SSH_COMMAND = "sh -c 'echo Who are you? >&2; exit 1'";
  assert.match(
    (await refresh({ ...source, git: 'me@host.example:a.git' }, own, place.reading, signal)).problem ?? '',
    /: Who are you\? fatal: Could not read from remote repository\.$/,
    'not only the end of the advice of git',
  );
  delete process.env.GIT_SSH_COMMAND;
  const broken = { ...source, git: join(place.root, 'nowhere') };
  assert.match(
    (await refresh(broken, own, place.reading, signal)).problem ?? '',
    /^git cannot read .*nowhere/,
  );
  await store.close();
});

test('a search of a small collection finds the same beside a large one', async () => {
  await using place = await makePlace();
  const { store, search } = place.open();
  const [small, large] = [await store.source('small', 's'), await store.source('large', 'l')];
  const document = (path: string, text: string) =>
    ({
      key: path,
      mark: '',
      hash: '',
      is: 'document',
      document: { url: null, path, title: path, text },
    }) as const;
  await small.write(
    Array.from({ length: 15 }, (_, at) => document(`s${at}`, `The wombat digs burrow ${at}.`)),
  );
  const alone = (await search({ text: 'wombat burrow', limit: 10, collections: ['small'] }))
    .map(({ path }) => path)
    .sort();
  await large.write(
    Array.from({ length: 1_000 }, (_, at) => document(`l${at}`, `The wombat wombat burrow ${at}.`)),
  );
  const beside = (await search({ text: 'wombat burrow', limit: 10, collections: ['small'] }))
    .map(({ path }) => path)
    .sort();
  assert.equal(beside.length, 10);
  assert.ok(beside.every((path) => path.startsWith('s')) && alone.every((path) => path.startsWith('s')));
  assert.deepEqual(await search({ text: 'wombat', limit: 5, collections: ['nobody'] }), []);
  await store.keepOnly([{ collection: 'small', name: 's' }]);
  assert.deepEqual(
    (await search({ text: 'wombat', limit: 5 })).filter(({ collection }) => collection !== 'small'),
    [],
  );
  await store.close();
});

test('when much was written, the index of words becomes one piece while other work goes on, and not for a little', async () => {
  await using place = await makePlace();
  const { store, search } = place.open();
  const [many, one] = [await store.source('notes', 'many'), await store.source('notes', 'one')];
  const write = (source: typeof one, key: string) => {
    const words = Array.from({ length: 800 }, (_, at) => `n${key}x${at}`);
    const document = { url: null, path: key, title: key, text: `wombat ${words.join(' ')}` };
    return source.write([{ key, mark: 'm', hash: '', is: 'document', document }]);
  };
  const reader = openForReading(place.file);
  const pieces = () => reader.prepare('select count(distinct segid) as count from words_idx').get()?.count;
  for (let at = 0; at < 50; at++) await write(many, `${at}`);
  assert.ok(Number(pieces()) > 1);
  await many.sweep();
  await until(() => pieces() === 1);
  await write(one, 'new');
  await one.sweep();
  await setTimeout(50);
  assert.equal(pieces(), 2);
  assert.equal((await search({ text: 'wombat n7x7', limit: 1 }))[0]?.path, '7');
  reader.close();
  await store.close();
});
