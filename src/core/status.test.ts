import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SlotStatus } from './status.ts';
import { readinessOf } from './status.ts';

const slot = (state: SlotStatus['state']): SlotStatus => {
  return { position: 1, name: 'primary', label: 'primary', state, restMs: 0, lastCall: null };
};
const isReady = (shortOf: 'memory' | null, answersAlone: boolean, states: readonly SlotStatus['state'][]) =>
  readinessOf({ shortOf, answersAlone, slots: states.map(slot) }).ready;

test('a question can be answered while one slot may be asked, or a model answers alone', () => {
  assert.equal(isReady(null, false, ['open', 'closed']), true);
  assert.equal(isReady(null, false, ['half-open']), true);
  assert.equal(isReady(null, false, ['open', 'open']), false);
  assert.equal(isReady(null, false, []), false);
  assert.equal(isReady(null, true, ['open']), true);
});

test('a process that lacks a resource answers nothing', () => {
  assert.equal(isReady('memory', true, ['closed']), false);
});
