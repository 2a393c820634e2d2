import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { createCollection } from './collection.ts';
import { indexFolder } from './index-folder.ts';

const { signal } = new AbortController();

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
  const report = await indexFolder({ folder, file }, signal);
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
      indexFolder({ folder: join(root.path, name), file: join(root.path, 'x.sqlite') }, signal),
      (error) => error instanceof Failure && error.code === 'misconfigured' && words.test(error.message),
    );
  assert.deepEqual(await readdir(root.path), ['empty']);
});
