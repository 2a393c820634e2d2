import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { listFolder } from './list-folder.ts';

const { signal } = new AbortController();
const makeFolder = () => mkdtempDisposable(join(tmpdir(), 'sayso-folder-'));

async function write(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

async function list(folder: string) {
  const found = await Array.fromAsync(listFolder(folder, signal));
  const files = found.flatMap((item) => ('reason' in item ? [] : [item.path]));
  const skipped = found.flatMap((item) => ('reason' in item ? [`${item.path}: ${item.reason}`] : []));
  return { files, skipped };
}

test('lists the files that can be read, in subfolders too, by name', async () => {
  await using folder = await makeFolder();
  const files = ['a.MARKDOWN', 'b.md', 'c.docx', 'd.epub', 'e.odt', 'f.pdf', 'sub/c.txt', 'sub/deep/d.html'];
  await write(folder.path, Object.fromEntries(files.map((path) => [path, 'Text'])));
  assert.deepEqual(await list(folder.path), { files, skipped: [] });
});

test('lists everything that is skipped, each with its reason', async () => {
  await using folder = await makeFolder();
  await using outside = await makeFolder();
  await write(outside.path, { 'secret.md': 'Secret' });
  const others = ['.git/y.md', '.hidden.md', 'node_modules/p/z.md', 'README', 'a.rst', 'b.org', 'x.png'];
  await write(folder.path, Object.fromEntries(others.map((path) => [path, 'Text'])));
  await write(folder.path, { 'large.md': '' });
  await truncate(join(folder.path, 'large.md'), 20_000_001);
  await symlink(join(outside.path, 'secret.md'), join(folder.path, 'link.md'));
  await symlink(outside.path, join(folder.path, 'linked'));
  assert.deepEqual(await list(folder.path), {
    files: [],
    skipped: [
      '.git: it is hidden',
      '.hidden.md: it is hidden',
      'README: it has no file extension that says what it is',
      'a.rst: no suitable library reads .rst files; convert this one to Markdown or HTML',
      'b.org: no suitable library reads .org files; export this one as Markdown or HTML',
      'large.md: it is larger than 20 MB',
      'link.md: it is a symbolic link, which is not followed',
      'linked: it is a symbolic link, which is not followed',
      'node_modules: it contains installed packages',
      'x.png: .png files are not read',
    ],
  });
});

test('reports the problem with the folder', async () => {
  await using folder = await makeFolder();
  await write(folder.path, { 'a.md': 'Text' });
  const misconfigured = (words: RegExp) => (error: unknown) =>
    error instanceof Failure && error.code === 'misconfigured' && words.test(error.message);
  await assert.rejects(list(join(folder.path, 'missing')), misconfigured(/missing does not exist\.$/));
  await assert.rejects(list(join(folder.path, 'a.md')), misconfigured(/not a folder/));
});

test('stops when the signal aborts', async () => {
  await using folder = await makeFolder();
  await write(folder.path, { 'a.md': 'Text', 'b.md': 'Text' });
  const controller = new AbortController();
  const files = listFolder(folder.path, controller.signal);
  await files.next();
  controller.abort();
  await assert.rejects(files.next(), (error) => error instanceof Failure && error.code === 'cancelled');
});
