import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDeepMemory } from '../../bench/open-deep-memory.ts';

test('a deep answer whose model is silent does not keep the texts of its pages in memory', async () => {
  const bytes = await openDeepMemory({ count: 5, pageChars: 100_000 });
  // Twenty pages have two million characters.
  assert.ok(bytes < 1_000_000, `${bytes} bytes`);
});
