import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../core/scope.ts';
import { failed, SENDS_NOTHING, type SearchOutcome } from './backend.ts';
import { inSlotWords } from './slot.ts';

const QUERY = { text: 'axolotl', limit: 5, scope: ANY_SCOPE };
const forever = new AbortController().signal;
const ask = (outcome: SearchOutcome) =>
  inSlotWords({ sends: SENDS_NOTHING, search: async () => outcome }, 'SEARCH_TERTIARY').search(
    QUERY,
    forever,
  );

test("names the slot's own settings in cause and remedy", async () => {
  assert.deepEqual(
    await ask(
      failed('configuration', { cause: 'it wants SLOT_KEY', remedy: 'check SLOT_URL and SLOT_KIND' }, 7),
    ),
    failed(
      'configuration',
      {
        cause: 'it wants SEARCH_TERTIARY_KEY',
        remedy: 'check SEARCH_TERTIARY_URL and SEARCH_TERTIARY_KIND',
      },
      7,
    ),
  );
});

test('changes nothing else', async () => {
  const failure = failed('upstream', 'the TIMESLOT_KEY and SLOT_MACHINE of its log');
  assert.deepEqual(await ask(failure), failure);
  const empty: SearchOutcome = { status: 'empty' };
  assert.equal(await ask(empty), empty);
});
