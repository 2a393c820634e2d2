import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { demoIndex } from '../../src/commands/demo/demo-index.ts';

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
