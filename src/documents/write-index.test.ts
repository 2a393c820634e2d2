import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CollectionProblem, indexDocuments } from '@sayso/collections';
import { Failure } from '../core/failure.ts';

const { signal } = new AbortController();
const makeFolder = () => mkdtempDisposable(join(tmpdir(), 'sayso-index-'));
const one = { url: 'https://a.example/1', path: '1', title: 'One', text: 'The first text.' };
const two = { url: 'https://a.example/2', path: '2', title: 'Two', text: 'The second text.' };

test('reports what was indexed, what was refused and the size', async () => {
  await using folder = await makeFolder();
  const file = join(folder.path, 'index.sqlite');
  const documents = [one, { ...two, path: '3', url: one.url }, { ...two, path: '4', text: ' \0 ' }, two];
  assert.deepEqual(await indexDocuments({ documents, file }, signal), {
    indexed: 2,
    refused: [
      { path: '3', reason: 'an earlier document has the same address' },
      { path: '4', reason: 'it contains no text' },
    ],
    bytes: (await stat(file)).size,
  });
  assert.deepEqual(await readdir(folder.path), ['index.sqlite']);
});

test('stopped indexing fails with the reason for the stop, at any stage', async () => {
  await using folder = await makeFolder();
  const file = join(folder.path, 'index.sqlite');
  const reason = new Failure('stopping', 'The service stops.');
  const stopped = new AbortController();
  stopped.abort(reason);
  const index = (documents: Parameters<typeof indexDocuments>[0]['documents'], given: AbortController) =>
    indexDocuments({ documents, file }, given.signal);
  await assert.rejects(index([one], stopped), reason);
  await assert.rejects(index([], stopped), reason);
  const later = new AbortController();
  async function* untilStopped() {
    yield one;
    later.abort(reason);
  }
  await assert.rejects(index(untilStopped(), later), reason);
  assert.deepEqual(await readdir(folder.path), []);
});

test('only those who could read the old index can read the new one', {
  skip: process.platform === 'win32' && 'files have no mode there',
}, async () => {
  await using folder = await makeFolder();
  const file = join(folder.path, 'index.sqlite');
  await indexDocuments({ documents: [one], file }, signal);
  await chmod(file, 0o600);
  async function* watching() {
    yield one;
    const names = await readdir(folder.path);
    assert.ok(names.length > 1);
    for (const name of names) assert.equal((await stat(join(folder.path, name))).mode & 0o777, 0o600, name);
  }
  await indexDocuments({ documents: watching(), file }, signal);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test('overwrites an old index, and no file of another program', async () => {
  await using folder = await makeFolder();
  const file = join(folder.path, 'index.sqlite');
  await indexDocuments({ documents: [one], file }, signal);
  assert.equal((await indexDocuments({ documents: [one, two], file }, signal)).indexed, 2);
  for (const content of ['my only diary', 'x'.repeat(1_000)]) {
    const other = join(folder.path, 'diary.txt');
    await writeFile(other, content);
    await assert.rejects(
      indexDocuments({ documents: [one], file: other }, signal),
      /exists and is not a Sayso index/,
    );
    assert.equal(await readFile(other, 'utf8'), content);
  }
});

test('reports that there is nothing to index, or that the file cannot be written', async () => {
  await using folder = await makeFolder();
  const misconfigured = (words: RegExp) => (error: unknown) =>
    error instanceof CollectionProblem && words.test(error.message);
  const file = join(folder.path, 'index.sqlite');
  await assert.rejects(
    indexDocuments({ documents: [], file }, signal),
    misconfigured(/nothing to index: no document/),
  );
  await assert.rejects(
    indexDocuments({ documents: [{ ...one, text: '' }], file }, signal),
    misconfigured(/nothing to index.*1: it contains no text/),
  );
  await assert.rejects(
    indexDocuments({ documents: [one], file: join(folder.path, 'missing', 'index.sqlite') }, signal),
    misconfigured(/cannot be written: its folder does not exist; create it first\.$/),
  );
  await assert.rejects(
    indexDocuments({ documents: [one], file: folder.path }, signal),
    misconfigured(/cannot be written/),
  );
});
