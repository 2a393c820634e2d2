import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlocks } from './blocks.ts';

test('the empty lines of a paragraph take no memory, whatever their number', () => {
  const blocks = createBlocks();
  blocks.add(`First \n  line.${'\n \n'.repeat(10_000_000)}Second.`);
  const before = process.resourceUsage().maxRSS;
  blocks.end();
  const addedMb = (process.resourceUsage().maxRSS - before) / 1024;
  assert.equal(blocks.text(), 'First\nline.\nSecond.');
  assert.ok(addedMb < 200, `${addedMb} MB`);
});
