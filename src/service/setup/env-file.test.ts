import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readEnvText, writeEnvText } from './env-file.ts';

/** An account that owns no files. */
const NOBODY = 65_534;

test('the file is written for its owner only, and no other file remains', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  const path = join(folder.path, '.env');
  assert.equal(await readEnvText(path), '');
  await writeFile(path, 'A=1\n', { mode: 0o644 });
  await writeEnvText(path, 'A=2\n');
  assert.equal(await readEnvText(path), 'A=2\n');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder.path), ['.env']);
});

test('a link to the file stays a link', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  const [path, target] = [join(folder.path, '.env'), join(folder.path, 'real.env')];
  await writeFile(target, '');
  await symlink(target, path);
  await writeEnvText(path, 'A=1\n');
  assert.equal(await readFile(target, 'utf8'), 'A=1\n');
});

test('in a folder without permission to write, the file stays as it was', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  const path = join(folder.path, '.env');
  await writeFile(path, 'A=1\n');
  await chmod(folder.path, 0o555);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await assert.rejects(writeEnvText(path, 'A=2\n'), /cannot be written \(EACCES\)\. Nothing was changed\./);
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder.path, 0o755);
  }
  assert.equal(await readEnvText(path), 'A=1\n');
  assert.deepEqual(await readdir(folder.path), ['.env']);
});
