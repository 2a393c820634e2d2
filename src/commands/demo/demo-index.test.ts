import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { demoDocuments, demoIndex } from './demo-index.ts';
import { sourcesIn } from './sources-in.ts';

const { signal } = new AbortController();

test('writes the index once for a version and its packages, and deletes only outdated ones', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-demo-'));
  const nodeModules = join(folder.path, 'node_modules');
  const index = join(folder.path, 'dist');
  await mkdir(nodeModules);
  const make = (version: string) => demoIndex({ readmes: nodeModules, index }, version, signal);

  const others = ['demo-0123456789abcdef.sqlite.bak', 'demo-1.sqlite', 'my-demo-0123456789abcdef.sqlite'];
  await mkdir(index);
  for (const name of others) await writeFile(join(index, name), '');

  const first = await make('1');
  const { ino } = await stat(first);
  assert.equal(await make('1'), first);
  assert.equal((await stat(first)).ino, ino);
  await writeFile(join(nodeModules, '.package-lock.json'), '{}');
  const second = await make('2');
  assert.notEqual(second, first);
  assert.deepEqual(
    (await readdir(index)).map((name) => join(index, name)).sort(),
    [second, ...others.map((name) => join(index, name))].sort(),
  );
});

test('the documents are the countries and the READMEs of the packages, until the caller leaves', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-demo-'));
  for (const name of ['one', 'two']) {
    await mkdir(join(folder.path, name));
    await writeFile(
      join(folder.path, name, 'package.json'),
      JSON.stringify({ name, homepage: 'https://a.example' }),
    );
    await writeFile(join(folder.path, name, 'README.md'), `# ${name}\n\nThis package counts to ${name}.`);
  }
  const documents = await Array.fromAsync(demoDocuments(folder.path, signal));
  const placed = documents.map((document) => document.url ?? document.path);
  assert.ok(placed.includes('factbook/france/economy'), placed.join(' '));
  assert.deepEqual(placed.slice(-2), ['https://a.example/', 'https://a.example/']);

  const caller = new AbortController();
  let read = 0;
  await assert.rejects(
    async () => {
      for await (const document of demoDocuments(folder.path, caller.signal)) {
        read++;
        if (document.url !== null) caller.abort();
      }
    },
    { code: 'cancelled' },
  );
  assert.equal(read, documents.length - 1);
});

test('an installed package has the READMEs as documents in a file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-demo-'));
  const stored = ['one', 'two'].map((title) => ({
    url: `https://${title}.example/`,
    path: title,
    title,
    text: 'A text.',
  }));
  const file = join(folder.path, 'readmes.jsonl.br');
  await writeFile(file, brotliCompressSync(stored.map((each) => JSON.stringify(each)).join('\n')));
  const documents = await Array.fromAsync(demoDocuments(file, signal));
  assert.deepEqual(documents.slice(-2), stored);
});

test('the code in a folder and the folders in it is read in a fixed order, without tests', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-sources-'));
  await mkdir(join(folder.path, 'b', 'c.ts'), { recursive: true });
  for (const path of ['d.ts', 'b/x.json', 'a.ts', 'b/c.ts/y.ts', 'a.test.ts'])
    await writeFile(join(folder.path, path), `of ${path}`);
  assert.deepEqual(await sourcesIn(folder.path), ['of a.ts', 'of b/c.ts/y.ts', 'of b/x.json', 'of d.ts']);
});
