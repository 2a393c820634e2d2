import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedMemory } from '../../test/support/shared-memory.ts';
import { untilSettled } from '../../test/support/until.ts';
import type { SharedStore } from './cache.ts';
import { createSharedSecret } from './shared-secret.ts';

/** A store in memory with the methods that are needed. */
function storeIn(values: Map<string, string>, isDown: () => boolean = () => false): SharedStore {
  const reached = <Value>(value: Value) =>
    isDown() ? Promise.reject(new Error('unreachable')) : Promise.resolve(value);
  const needed: Pick<SharedStore, 'get' | 'claim' | 'set'> = {
    get: (key) => reached(values.get(key) ?? null),
    claim: async (key, token) => {
      await reached(null);
      if (values.has(key)) return false;
      values.set(key, token);
      return true;
    },
    set: () => reached(undefined),
  };
  return needed as SharedStore;
}

test('all instances get the secret of the first one', async () => {
  const store = storeIn(new Map());
  const [one, other] = [createSharedSecret(store), createSharedSecret(store)];
  const secret = await one();
  assert.ok(secret.length >= 43);
  assert.equal(await other(), secret);
  assert.equal(await one(), secret);
});

test('an instance alone, or without its store, has a secret of its own', async () => {
  const alone = createSharedSecret(null);
  assert.equal(await alone(), await alone());
  assert.notEqual(await alone(), await createSharedSecret(null)());

  const values = new Map([['secret', 'common']]);
  let isDown = true;
  const lost = createSharedSecret(storeIn(values, () => isDown));
  assert.notEqual(await lost(), 'common');
  isDown = false;
  assert.equal(await lost(), 'common');
});

test('the common secret is used even if its lifetime cannot be extended', async () => {
  const set = () => Promise.reject(new Error('unreachable'));
  const store = { ...storeIn(new Map([['secret', 'common']])), set };
  assert.equal(await createSharedSecret(store)(), 'common');
  await untilSettled();
});

test('a secret is kept for thirty days after an instance last asked for it', async () => {
  const store = createSharedMemory();
  const days = 30 * 86_400_000;
  await createSharedSecret(store)();
  assert.equal(store.lifetimesMs.get('secret'), days);
  store.lifetimesMs.clear();
  await createSharedSecret(store)();
  assert.equal(store.lifetimesMs.get('secret'), days);
});
