import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtempDisposable, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { CollectionProblem, openStore, type Store } from '@sayso/collections';
import { noPostgres, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

// What may happen to a store: nothing that it says then is wrong, nothing is lost, an operator is told in words, and it
// goes on by itself. `CRASH_MOMENTS=50` kills at fifty moments instead of a few.

const MOMENTS = Number(process.env.CRASH_MOMENTS ?? 3);
const LAST_MOMENT_MS = 300;
const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-crash-'));
await chmod(folder.path, 0o755); // PostgreSQL is another user
/** A disk of 12 MB, if the system allows to mount one. */
const small = join(folder.path, 'small');
await mkdir(small);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=777', 'none', small]).status === 0;
after(() => isMounted && spawnSync('umount', ['--lazy', small]));
after(() => folder.remove());
const server = noPostgres === false ? await startPostgres() : null;
after(() => server?.[Symbol.asyncDispose]());
const postgres = () => server ?? assert.fail('no PostgreSQL');

const documentOf = (path: string, text: string) =>
  ({
    ...{ key: path, mark: text, hash: 'h', is: 'document' as const },
    document: { url: null, path, title: path, text },
  }) as const;
const pathsFor = async (store: Store, text: string) =>
  (await store.search({ text, limit: 10 })).map(({ path }) => path).sort();

for (const { name, skip, makePlace } of [
  { name: 'SQLite', skip: false, makePlace: () => join(folder.path, 'killed.sqlite') },
  {
    name: 'PostgreSQL',
    skip: noPostgres,
    makePlace: () => postgres().addressOf(postgres().makeDatabase()),
  },
])
  test(`${name}: a writer that is killed at any moment leaves the index whole`, { skip }, async () => {
    const place = makePlace();
    const script = `
      import { openStore } from ${JSON.stringify(new URL('../../packages/collections/index.ts', import.meta.url).href)};
      const store = await openStore(${JSON.stringify(place)});
      const source = await store.source('notes', 'a');
      let at = Number((await source.known('x'))?.mark ?? 0);
      for (;;) {
        at++;
        await source.write(['x', 'y'].map((key) => ({ key, mark: String(at), hash: '', is: 'document',
          document: { url: null, path: key, title: key, text: 'wombat n' + at + 'n' + ' '.repeat(1 + (at % 7)) + 'w '.repeat(5000) } })));
        await source.write([{ key: 'z' + (at % 3), mark: '', hash: '', is: 'gone' }]);
        await source.add([{ key: 'z' + (at % 3), depth: 0 }]);
        process.stdout.write('.');
      }`;
    let last = 0;
    for (let at = 0; at < MOMENTS; at++) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      await setTimeout((LAST_MOMENT_MS * at) / MOMENTS);
      child.kill('SIGKILL');
      await exit;
      const store = await openStore(place);
      const source = await store.source('notes', 'a');
      const marks = [(await source.known('x'))?.mark, (await source.known('y'))?.mark];
      const mark = Number(marks[0]);
      assert.equal(marks[0], marks[1], 'both were written at once');
      assert.ok(mark > last, 'it went on where it was');
      assert.deepEqual(await pathsFor(store, `n${mark}n`), ['x', 'y']);
      for (const other of [last, mark - 1, mark + 1])
        assert.deepEqual(await pathsFor(store, `n${other}n`), [], 'what was replaced is not found');
      for (const path of ['x', 'y']) {
        const { id = 0, partCount = 0 } = (await store.find('notes', path)) ?? {};
        assert.match((await store.parts(id, 0, partCount)).join(''), new RegExp(`^wombat n${mark}n .*w$`));
      }
      const { documents, pending } = await source.counts();
      assert.deepEqual([documents, pending <= 3], [2, true]);
      last = mark;
      await store.close();
    }
  });

/** A connection that the server has ended is told first. */
const orBroken = (words: RegExp) =>
  new RegExp(`${words.source}|is starting or stopping|cannot be reached: (?:EPIPE|ECONNRESET|Connection)`);

/** A store that is broken, and repaired while it is open. */
type Fault = {
  readonly name: string;
  readonly skip: string | false;
  /** What an operator is told. */
  readonly words: RegExp;
  /** Whether documents are found meanwhile. */
  readonly isReadable: boolean;
  prepare(): Promise<{ place: string; breakIt(): unknown; repair(): unknown }>;
};

const noDisk = isMounted ? false : 'no disk can be mounted here';
const fill = (name: string) => spawnSync('dd', ['if=/dev/zero', `of=${join(small, name)}`, 'bs=64k']);

/** A plain user of a database, to whom limits apply. */
function makePlain() {
  const name = postgres().makeDatabase();
  postgres().run(`create role ${name} login; grant create on database ${name} to ${name}`);
  const reset = () =>
    postgres().run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  return { name, place: postgres().addressOf(name, name), reset };
}

/** A way to the PostgreSQL that can be slow, or carry nothing. */
async function startWay() {
  const way = { delayMs: 0, isOpen: true };
  const sockets = new Set<Socket>();
  const name = postgres().makeDatabase();
  const path = `${new URL(postgres().addressOf(name)).searchParams.get('host')}/.s.PGSQL.5432`;
  const listener = createServer((near) => {
    const far = connect(path);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', async (bytes) => {
        await setTimeout(way.delayMs);
        if (way.isOpen) to.write(bytes);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const address = listener.address();
  assert.ok(typeof address === 'object' && address !== null);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { way, cut, place: `postgres://postgres@127.0.0.1:${address.port}/${name}` };
}

const FAULTS: readonly Fault[] = [
  {
    ...{ name: 'SQLite: a disk that is full', skip: noDisk, isReadable: true },
    words: /The index .*small\.sqlite cannot be written: .*check the free disk space/,
    async prepare() {
      const filler = join(small, 'filler');
      return {
        place: join(small, 'small.sqlite'),
        breakIt: () => fill('filler'),
        repair: () => rm(filler),
      };
    },
  },
  {
    ...{ name: 'PostgreSQL: a disk that is full', skip: noPostgres || noDisk, isReadable: true },
    words: /has no room left on its disk/,
    async prepare() {
      await rm(join(small, 'small.sqlite'), { force: true });
      const place = join(small, 'space');
      await mkdir(place);
      spawnSync('chown', ['postgres', place]);
      const name = postgres().makeDatabase();
      postgres().run(`create tablespace small location '${place}'`);
      postgres().run(`alter database ${name} set default_tablespace = small`);
      return {
        place: postgres().addressOf(name),
        breakIt: () => fill('again'),
        repair: () => rm(join(small, 'again')),
      };
    },
  },
  {
    ...{ name: 'PostgreSQL: a server that is stopped', skip: noPostgres, isReadable: false },
    words: /cannot be reached|is starting or stopping/,
    prepare: async () => ({
      place: postgres().addressOf(postgres().makeDatabase()),
      breakIt: () => postgres().stop(),
      repair: () => postgres().start(),
    }),
  },
  {
    ...{ name: 'PostgreSQL: a server that is read-only', skip: noPostgres, isReadable: true },
    words: orBroken(/is read-only/),
    async prepare() {
      const { name, place, reset } = makePlain();
      const set = (value: string) => {
        postgres().run(`alter database ${name} set default_transaction_read_only = ${value}`);
        reset();
      };
      return { place, breakIt: () => set('on'), repair: () => set('off') };
    },
  },
  {
    ...{ name: 'PostgreSQL: a server without connections left', skip: noPostgres, isReadable: false },
    words: orBroken(/has no connection left/),
    async prepare() {
      const { name, place, reset } = makePlain();
      const limit = (connections: number) => {
        postgres().run(`alter role ${name} connection limit ${connections}`);
        reset();
      };
      return { place, breakIt: () => limit(0), repair: () => limit(-1) };
    },
  },
  {
    ...{ name: 'PostgreSQL: a way that carries nothing', skip: noPostgres, isReadable: false },
    words: /cannot be reached/,
    async prepare() {
      const { way, cut, place } = await startWay();
      return {
        place,
        breakIt() {
          way.isOpen = false;
          cut();
        },
        repair() {
          way.isOpen = true;
        },
      };
    },
  },
];

for (const { name, skip, words, isReadable, prepare } of FAULTS)
  test(`${name}: is told in words, says nothing wrong, loses nothing, and is used again after`, {
    skip,
  }, async () => {
    const { place, breakIt, repair } = await prepare();
    const store = await openStore(place);
    const source = await store.source('notes', 'a');
    await source.write([documentOf('a', 'The wombat digs.'), documentOf('b', 'The quokka smiles.')]);
    await breakIt();
    const isTold = (error: unknown) => {
      assert.ok(error instanceof CollectionProblem && words.test(error.message), String(error));
      return true;
    };
    const long = Array.from({ length: 4_000 }, (_, at) => `word${at}`).join(' ');
    const writeUntilTold = async () => {
      for (let at = 0; at < 500; at++)
        await source.write([
          documentOf('a', `The numbat ${at} eats. ${long}`),
          documentOf(`c${at}`, `${at} ${long}`),
        ]);
    };
    await assert.rejects(writeUntilTold(), isTold);
    const before = await pathsFor(store, 'quokka').catch((error: unknown): string[] =>
      isTold(error) ? ['b'] : [],
    );
    assert.deepEqual(before, ['b']);
    if (isReadable) assert.deepEqual(await pathsFor(store, 'quokka'), ['b']);
    await repair();
    await until(async () => (await pathsFor(store, 'quokka').catch((): string[] => [])).includes('b'));
    const { documents } = await source.counts();
    await source.write([documentOf('a', 'The bilby digs spirals.')]);
    assert.deepEqual(await pathsFor(store, 'bilby'), ['a']);
    assert.deepEqual([await pathsFor(store, 'wombat'), await pathsFor(store, 'numbat')], [[], []]);
    assert.equal((await source.counts()).documents, documents);
    await store.close();
  });

test('PostgreSQL: what is slow is waited for, and right', { skip: noPostgres }, async () => {
  const { way, place } = await startWay();
  const store = await openStore(place);
  const source = await store.source('notes', 'a');
  way.delayMs = 100;
  const write = source.write([documentOf('a', 'The wombat digs.'), documentOf('b', 'The quokka smiles.')]);
  assert.deepEqual(await pathsFor(store, 'wombat'), [], 'it is not written yet');
  await write;
  const all = await Promise.all(Array.from({ length: 20 }, () => pathsFor(store, 'wombat')));
  for (const paths of all) assert.deepEqual(paths, ['a']);
  way.delayMs = 0;
  await store.close();
});
