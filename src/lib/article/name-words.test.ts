import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameReader, NO_WORDS, union } from './name-words.ts';

test('finds words in names of any style', () => {
  const read = createNameReader();
  const sidebar = read('sidebar', undefined);
  for (const name of ['SideBar sidebar', 'c-sidebar__inner', 'sidebars', 'leftSidebar2'])
    assert.deepEqual(union(read(name, undefined), sidebar), read(name, undefined), name);
  assert.equal(read('x1 y2', 'z'), NO_WORDS);
  assert.deepEqual(read('sidebar', 'comments'), union(read(undefined, 'comments'), sidebar));
});
