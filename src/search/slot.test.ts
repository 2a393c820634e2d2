import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed } from './search.ts';
import { inSlotWords } from './slot.ts';

test("a failure names its slot's own settings in cause and remedy, and nothing else changes", () => {
  const wanted = { cause: 'it wants SLOT_KEY', remedy: 'check SLOT_URL and SLOT_KIND' };
  const named = {
    cause: 'it wants SEARCH_TERTIARY_KEY',
    remedy: 'check SEARCH_TERTIARY_URL and SEARCH_TERTIARY_KIND',
  };
  const slot = { position: 3 } as const;
  assert.deepEqual(inSlotWords(failed('configuration', wanted, 7), slot), failed('configuration', named, 7));
  const other = failed('upstream', 'the TIMESLOT_KEY and SLOT_MACHINE of its log');
  assert.deepEqual(inSlotWords(other, slot), other);
});
