import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTraitRows, type TraitGroup } from './trait-rows.ts';

type View = { readonly blocks: readonly string[]; readonly title: string };

const OF_PAGE: TraitGroup<View> = {
  names: ['blocks', 'title'],
  ofPage(row, to, { blocks, title }) {
    row[to] = blocks.length;
    row[to + 1] = title.length;
  },
};
const OF_BLOCK: TraitGroup<View> = {
  names: ['length', 'place'],
  ofBlock(row, to, { block, at }) {
    row[to] = block.length;
    row[to + 1] = at;
  },
};
const VIEW: View = { blocks: ['one', 'three'], title: 'Numbers' };

test('each block has a row with its traits and those of the page, in the order of the groups', () => {
  const { positions, ofPage, measure } = createTraitRows([OF_BLOCK, OF_PAGE]);
  assert.deepEqual([...positions.keys()], ['length', 'place', 'blocks', 'title']);
  assert.deepEqual([...ofPage], ['blocks', 'title']);
  const { values, width } = measure(VIEW);
  assert.equal(width, 4);
  assert.deepEqual([...values], [3, 0, 2, 7, 5, 1, 2, 7]);
});

test('a page without blocks has no rows', () => {
  assert.equal(createTraitRows([OF_PAGE, OF_BLOCK]).measure({ blocks: [], title: '' }).values.length, 0);
});
