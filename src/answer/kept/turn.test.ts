import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leases } from '../../cache/leases.ts';
import { Failure } from '../../core/failure.ts';
import { untilTurn } from './turn.ts';

const nothing = async () => null;
/**
 * The leases of a store that grants none and knows of none, such as one that answers every command with
 * nothing.
 */
const contradicting: Leases = { take: async () => null, isTaken: async () => false };

test('a store that contradicts itself is not asked longer than another instance is waited for', async () => {
  const turn = await untilTurn(contradicting, 'k', nothing, 100, new AbortController().signal);
  assert.ok('release' in turn);
});

test('a caller who leaves stops waiting for such a store', async () => {
  const gone = new AbortController();
  gone.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(untilTurn(contradicting, 'k', nothing, 60_000, gone.signal), { code: 'cancelled' });
});
