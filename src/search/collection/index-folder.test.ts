import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { createCollection } from './collection.ts';
import { indexFolder } from './index-folder.ts';
import type { ReadContent } from './read-content-document.ts';

const { signal } = new AbortController();
/** Reads what stands between the tags of HTML; skips all else. */
const readContent: ReadContent = async (bytes, contentType) => {
  if (contentType !== 'text/html') return { status: 'skipped', reason: `it is ${contentType}` };
  const text = Buffer.from(bytes)
    .toString()
    .replace(/<[^>]*>/g, '')
    .trim();
  return { status: 'read', extracted: { title: '', text } };
};

test('makes a folder of notes searchable and reports what was left out', async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), 'sayso-notes-'));
  const folder = join(root.path, 'notes');
  await mkdir(folder);
  await writeFile(
    join(folder, 'quokka.md'),
    '---\nurl: https://a.example/quokka\n---\n# Quokka\n\nIt lives on an island.',
  );
  await writeFile(join(folder, 'stray.md'), 'No address.');
  const file = join(root.path, 'notes.sqlite');
  const report = await indexFolder({ folder, file }, readContent, signal);
  assert.equal(report.indexed, 1);
  assert.deepEqual(
    report.refused.map(({ path }) => path),
    ['stray.md'],
  );
  const question = { text: 'Where does the quokka live?', limit: 5, language: 'en' };
  assert.deepEqual(await createCollection({ file }).search(question, signal), {
    status: 'ok',
    hits: [
      {
        url: 'https://a.example/quokka',
        title: 'Quokka',
        snippet: 'Quokka. It lives on an island.',
        text: 'Quokka.\n\nIt lives on an island.',
      },
    ],
  });
});

test('refuses an empty or missing folder in words and leaves no file', async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), 'sayso-notes-'));
  await mkdir(join(root.path, 'empty'));
  for (const [name, words] of [
    ['empty', /nothing to index/],
    ['missing', /cannot be read/],
  ] as const)
    await assert.rejects(
      indexFolder({ folder: join(root.path, name), file: join(root.path, 'x.sqlite') }, readContent, signal),
      (error) => error instanceof Failure && error.code === 'misconfigured' && words.test(error.message),
    );
  assert.deepEqual(await readdir(root.path), ['empty']);
});

test('reads HTML by its canonical link, and lists what the reader of pages skips', async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), 'sayso-notes-'));
  const folder = join(root.path, 'pages');
  await mkdir(folder);
  const link = '<link rel="canonical" href="https://a.example/quokka">';
  await writeFile(join(folder, 'quokka.HTML'), `${link}<p>The quokka lives on an island.</p>`);
  await writeFile(join(folder, 'stray.htm'), '<p>No address.</p>');
  await writeFile(join(folder, 'paper.pdf'), `${link}%PDF`);
  await writeFile(join(folder, 'picture.png'), 'PNG');
  const file = join(root.path, 'pages.sqlite');
  const report = await indexFolder({ folder, file }, readContent, signal);
  assert.equal(report.indexed, 1);
  assert.deepEqual(
    report.refused.map(({ path }) => path),
    ['paper.pdf', 'stray.htm'],
  );
  const found = await createCollection({ file }).search({ text: 'quokka', limit: 5, language: 'en' }, signal);
  assert.ok(found.status === 'ok');
  assert.deepEqual(
    found.hits.map(({ url, title }) => ({ url, title })),
    [{ url: 'https://a.example/quokka', title: 'quokka.HTML' }],
  );
});

test('asks the reader of pages for the path below the base URL too', async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), 'sayso-notes-'));
  const folder = join(root.path, 'pages');
  await mkdir(folder);
  await writeFile(join(folder, 'paper.pdf'), '%PDF');
  await writeFile(join(folder, 'a.html'), '<p>Words.</p>');
  const order = { folder, file: join(root.path, 'x.sqlite'), baseUrl: 'https://b.example/' };
  const { indexed, refused } = await indexFolder(order, readContent, signal);
  assert.equal(indexed, 1);
  assert.deepEqual(refused, [{ path: 'paper.pdf', reason: 'it is application/pdf' }]);
});
