import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leases } from '../../cache/leases.ts';
import { Failure } from '../../core/failure.ts';
import { untilLeased } from './until-leased.ts';

/**
 * The leases of a store that grants none and knows of none, such as one that answers every command with
 * nothing.
 */
const contradicting: Leases = { take: async () => null, isTaken: async () => false };
const work = (longestMs: number) => ({ leases: contradicting, key: 'k', look: async () => null, longestMs });

test('a store that contradicts itself is not asked longer than another instance is waited for', async () => {
  const lease = await untilLeased(work(100), new AbortController().signal);
  assert.ok('release' in lease);
});

test('a caller who leaves stops waiting for such a store', async () => {
  const gone = new AbortController();
  gone.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(untilLeased(work(60_000), gone.signal), { code: 'cancelled' });
});
