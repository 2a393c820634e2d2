import assert from 'node:assert/strict';
import { appendFile, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildPage } from '../build.ts';
import { isFresh, recordFresh } from './freshness.ts';

test('a page is built again only if it, its sources, its packages or its Node have changed', async () => {
  await using home = await mkdtempDisposable(join(tmpdir(), 'sayso-fresh-'));
  const folder = join(home.path, 'web');
  assert.equal(isFresh(folder), false);
  const { style } = await buildPage(folder);
  assert.equal(isFresh(folder), true);

  await appendFile(join(folder, style.name), ' ');
  assert.equal(isFresh(folder), false);
  await buildPage(folder);
  await rm(join(folder, 'index.html.br'));
  assert.equal(isFresh(folder), false);
  await buildPage(folder);
  assert.equal(isFresh(folder), true);

  recordFresh(folder, 'the hash of other sources');
  assert.equal(isFresh(folder), false);
});
