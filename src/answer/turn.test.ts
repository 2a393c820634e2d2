import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leases } from '../cache/leases.ts';
import { Failure } from '../core/failure.ts';
import { untilTurn } from './turn.ts';

const nothing = async () => null;
/** What a store comes to that gives no lease and knows of none, such as one that has nothing to say to any command. */
const contradicting: Leases = { take: async () => null, isTaken: async () => false };

test('a store that contradicts itself is asked no longer than another instance is waited for', async () => {
  const turn = await untilTurn(contradicting, 'k', nothing, 100, new AbortController().signal);
  assert.ok('release' in turn);
});

test('who leaves while waiting for such a store waits no longer', async () => {
  const gone = new AbortController();
  gone.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(untilTurn(contradicting, 'k', nothing, 60_000, gone.signal), { code: 'cancelled' });
});
