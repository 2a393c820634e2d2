import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import { loadSettings } from '../../config/load.ts';
import { searchSettings } from '../../config/part-settings.ts';
import { createSlots } from './slots.ts';

test('instances share what they know of a slot only with the same kind, URL and key', async () => {
  await using upstream = testUpstream();
  const nameOf = async (environment: Readonly<Record<string, string>>) => {
    const { settings } = loadSettings({
      SEARCH_PRIMARY_KIND: 'brave',
      SEARCH_PRIMARY_URL: 'https://search.test/',
      SEARCH_PRIMARY_KEY: 'first-key',
      ...environment,
    });
    const [slot] = await createSlots({ ...searchSettings(settings), upstream });
    assert.ok(slot !== undefined);
    return slot.sharedName;
  };
  const own = await nameOf({});
  assert.equal(await nameOf({}), own);
  assert.equal(await nameOf({ CONTACT: 'me@example.org' }), own);
  for (const other of [
    { SEARCH_PRIMARY_KEY: 'second-key' },
    { SEARCH_PRIMARY_URL: 'https://search.test/?count=5' },
    { SEARCH_PRIMARY_KIND: 'mojeek' },
  ])
    assert.notEqual(await nameOf(other), own, JSON.stringify(other));
  assert.doesNotMatch(own, /first-key|search\.test/);
});
