import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingListens } from '../../../test/support/leaves-nothing.ts';
import type { SearchEngine } from '../../core/attempt.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Hit } from '../../core/source.ts';
import { failed, found, SENDS_NOTHING, type SearchOutcome } from '../../search/backend.ts';
import { track } from '../../search/tracked-slot.ts';
import { searchInTurns } from './search-in-turns.ts';

const { signal } = new AbortController();
assertNothingListens(signal);
const hitsAt = (host: string, count: number): Hit[] =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://${host}.example/${at}`,
    title: `${host} ${at}`,
    snippet: `${host} says ${at}`,
  }));
const slotOf = (engine: SearchEngine, outcome: SearchOutcome) =>
  track({
    engine,
    name: engine,
    label: engine,
    sharedName: engine,
    timeoutMs: 1000,
    backend: { sends: SENDS_NOTHING, search: async () => outcome },
  });
const search = (...outcomes: readonly SearchOutcome[]) => {
  const engines: readonly SearchEngine[] = ['engine_a', 'engine_b'];
  const slots = outcomes.map((outcome, at) => slotOf(engines[at] ?? 'engine_c', outcome));
  return searchInTurns(slots)({ text: 'x', limit: 4, scope: { ...ANY_SCOPE, language: 'en' } }, 1000, signal);
};

test('takes the hits of all back-ends in turn, up to the limit', async () => {
  const { outcome } = await search(found(hitsAt('a', 4)), found(hitsAt('b', 4)));
  assert.ok(outcome.status === 'ok');
  assert.deepEqual(
    outcome.hits.map(({ title }) => title),
    ['a 0', 'b 0', 'a 1', 'b 1'],
  );
  assert.deepEqual(
    outcome.hits.map(({ engine }) => engine),
    ['engine_a', 'engine_b', 'engine_a', 'engine_b'],
  );
});

test('a back-end that fails or finds nothing leaves room for the other', async () => {
  for (const nothing of [failed('network', 'gone'), found([])]) {
    const { outcome, trail } = await search(nothing, found(hitsAt('b', 4)));
    assert.ok(outcome.status === 'ok');
    assert.equal(outcome.hits.length, 4);
    assert.equal(trail.length, 2);
  }
});

test('says that nothing was found, or why the search failed', async () => {
  assert.equal((await search(found([]), found([]))).outcome.status, 'empty');
  assert.equal((await search(failed('network', 'gone'))).outcome.status, 'failed');
});
