import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { readFolder } from './read-folder.ts';

const { signal } = new AbortController();
const skipAll = async () => ({ status: 'skipped', reason: 'no page' }) as const;
const makeFolder = () => mkdtempDisposable(join(tmpdir(), 'sayso-folder-'));

async function write(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

async function read(folder: string, baseUrl = 'https://a.example/docs') {
  const found = await Array.fromAsync(readFolder({ folder, baseUrl }, skipAll, signal));
  const urls = found.flatMap((item) =>
    'url' in item ? [item.url.replace('https://a.example/docs/', '')] : [],
  );
  const refused = found.flatMap((item) => ('reason' in item ? [`${item.path}: ${item.reason}`] : []));
  return { urls, refused };
}

test('reads Markdown and text in subfolders, by name, and nothing else', async () => {
  await using folder = await makeFolder();
  const files = ['b.md', 'a.MARKDOWN', 'sub/c.txt', 'sub/deep/d.md'];
  const others = ['x.png', '.hidden.md', '.git/y.md', 'node_modules/p/z.md', 'sub/node_modules/p/z.md'];
  await write(folder.path, Object.fromEntries([...files, ...others].map((path) => [path, 'Text'])));
  const { urls, refused } = await read(folder.path);
  assert.deepEqual(urls, ['a.MARKDOWN', 'b.md', 'sub/c.txt', 'sub/deep/d.md']);
  assert.deepEqual(refused, []);
});

test('tolerates a byte order mark before the front matter', async () => {
  await using folder = await makeFolder();
  await write(folder.path, { 'a.md': '\ufeff---\nurl: https://b.example/\n---\nText' });
  assert.deepEqual((await read(folder.path)).urls, ['https://b.example/']);
});

test('refuses what is too large, no UTF-8 or a symbolic link, each with its reason', async () => {
  await using folder = await makeFolder();
  await using outside = await makeFolder();
  await write(outside.path, { 'secret.md': 'Secret' });
  await write(folder.path, {
    'binary.txt': Buffer.from([80, 75, 0, 1]),
    'large.md': 'x'.repeat(2_000_001),
    'latin1.txt': Buffer.from([0xe4, 0xf6, 0xfc]),
    'ok.md': 'Text',
  });
  await symlink(join(outside.path, 'secret.md'), join(folder.path, 'link.md'));
  await symlink(outside.path, join(folder.path, 'linked'));
  const { urls, refused } = await read(folder.path);
  assert.deepEqual(urls, ['ok.md']);
  assert.deepEqual(refused, [
    'binary.txt: it is no UTF-8 text',
    'large.md: it is larger than 2 MB',
    'latin1.txt: it is no UTF-8 text',
    'link.md: it is a symbolic link; these are not followed',
    'linked: it is a symbolic link; these are not followed',
  ]);
});

test('says in words what is wrong with the folder or the base URL', async () => {
  await using folder = await makeFolder();
  await write(folder.path, { 'a.md': 'Text' });
  const misconfigured = (words: RegExp) => (error: unknown) =>
    error instanceof Failure && error.code === 'misconfigured' && words.test(error.message);
  await assert.rejects(read(join(folder.path, 'missing')), misconfigured(/cannot be read \(ENOENT\)/));
  await assert.rejects(read(join(folder.path, 'a.md')), misconfigured(/not a folder/));
  for (const base of ['ftp://a.example', 'docs', 'https://a.example/?q=1'])
    await assert.rejects(read(folder.path, base), misconfigured(/base URL/));
});

test('stops when the signal aborts', async () => {
  await using folder = await makeFolder();
  await write(folder.path, { 'a.md': 'Text', 'b.md': 'Text' });
  const controller = new AbortController();
  const documents = readFolder(
    { folder: folder.path, baseUrl: 'https://a.example' },
    skipAll,
    controller.signal,
  );
  await documents.next();
  controller.abort();
  await assert.rejects(documents.next(), (error) => error instanceof Failure && error.code === 'cancelled');
});
