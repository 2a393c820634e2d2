import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sourcesIn } from './sources-in.ts';

test('the code in a folder and the folders in it is read in a fixed order, without tests', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-sources-'));
  await mkdir(join(folder.path, 'b', 'c.ts'), { recursive: true });
  for (const path of ['d.ts', 'b/x.json', 'a.ts', 'b/c.ts/y.ts', 'a.test.ts'])
    await writeFile(join(folder.path, path), `of ${path}`);
  assert.deepEqual(await sourcesIn(folder.path), ['of a.ts', 'of b/c.ts/y.ts', 'of b/x.json', 'of d.ts']);
});
