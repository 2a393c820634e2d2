import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { demoDocuments } from './demo-index.ts';
import { sourcesIn } from './sources-in.ts';

const { signal } = new AbortController();

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
