import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { untilSettled } from '../../test/support/until.ts';
import { type CachePlan, createCache, type SharedStore } from './cache.ts';

const plan: CachePlan<string> = {
  name: 'test',
  lifetimeMs: 60_000,
  graceMs: 0,
  maxChars: 100_000,
  parse: (stored) => z.string().nullable().catch(null).parse(stored),
};

/** A shared store that stores everything without a limit. */
function commonStore(): SharedStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const unused = () => assert.fail('not for a cache');
  return {
    texts,
    get: async (key) => texts.get(key) ?? null,
    set: async (key, text) => void texts.set(key, text),
    claim: unused,
    count: unused,
    enter: unused,
    close: unused,
  };
}

/** A store that cannot be reached. */
const outOfReach: SharedStore = {
  ...commonStore(),
  get: () => Promise.reject(new Error('gone')),
  set: () => Promise.reject(new Error('gone')),
};

test('a value is read back with its age', async () => {
  const cache = createCache(plan, null);
  assert.equal(await cache.get('a'), null);
  await cache.set('a', 'one');
  const found = await cache.get('a');
  assert.equal(found?.value, 'one');
  assert.ok(found !== null && found.ageMs >= 0 && found.ageMs < plan.lifetimeMs);
});

test('a value past its lifetime is kept only for its grace', async () => {
  const [strict, lenient] = [0, 60_000].map((graceMs) =>
    createCache({ ...plan, lifetimeMs: 5, graceMs }, null),
  );
  await strict?.set('a', 'one');
  await lenient?.set('a', 'one');
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await strict?.get('a'), null);
  const stale = await lenient?.get('a');
  assert.equal(stale?.value, 'one');
  assert.ok((stale?.ageMs ?? 0) > 5);
});

test('a stale value in memory is found even if the store cannot be reached', async () => {
  const cache = createCache({ ...plan, lifetimeMs: 5, graceMs: 60_000 }, outOfReach);
  await cache.set('a', 'one');
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((await cache.get('a'))?.value, 'one');
});

test('an instance finds the value that another one stored', async () => {
  const shared = commonStore();
  const [here, there] = [createCache(plan, shared), createCache(plan, shared)];
  await here.set('a', 'one');
  assert.equal((await there.get('a'))?.value, 'one');
});

test('caches of different names, and different keys, share nothing in the store', async () => {
  const shared = commonStore();
  const one = createCache(plan, shared);
  await one.set('a', 'one');
  await one.set('b', 'two');
  await createCache({ ...plan, name: 'other' }, shared).set('a', 'three');
  assert.equal(shared.texts.size, 3);
  assert.equal((await createCache({ ...plan, name: 'other' }, shared).get('a'))?.value, 'three');
  assert.equal((await createCache(plan, shared).get('b'))?.value, 'two');
});

test('a value is stored once `set` is over, for its lifetime and grace', async () => {
  const lifetimes: number[] = [];
  const common = commonStore();
  const shared: SharedStore = {
    ...common,
    async set(key, text, lifetimeMs) {
      await untilSettled();
      lifetimes.push(lifetimeMs);
      await common.set(key, text, lifetimeMs);
    },
  };
  await createCache(plan, shared).set('key', 'value');
  assert.equal(common.texts.size, 1);
  await createCache({ ...plan, graceMs: 5000 }, shared).set('key', 'value');
  assert.deepEqual(lifetimes, [60_000, 65_000]);
});

test('a value from the future is ignored, unless the clocks are only a minute apart', async (t) => {
  const cache = createCache(plan, null);
  await cache.set('key', 'value');
  const nowMs = Date.now();
  t.mock.method(Date, 'now', () => nowMs - 59_000);
  assert.equal((await cache.get('key'))?.ageMs, 0);
  t.mock.method(Date, 'now', () => nowMs - 62_000);
  assert.equal(await cache.get('key'), null);
});

test('an invalid value in a store is ignored', async () => {
  const shared = commonStore();
  await createCache(plan, shared).set('a', 'one');
  const [key = '', text = ''] = [...shared.texts].at(0) ?? [];
  for (const bad of ['', 'no JSON', 'null', '[]', '{}', '{"value":{}}', text.replace('"one"', '1')]) {
    shared.texts.set(key, bad);
    assert.equal(await createCache(plan, shared).get('a'), null, bad);
  }
});

test('a value in a store that is larger than any value of this service is not even parsed', async () => {
  const store = commonStore();
  await createCache(plan, store).set('a', 'one');
  const [[key, text] = ['', '']] = store.texts;
  const largest = plan.maxChars / 16;
  for (const [length, isFound] of [
    [largest, true],
    [largest + 1, false],
  ] as const) {
    store.texts.set(key, text.replace('one', 'b'.repeat(length - text.length + 3)));
    assert.equal((await createCache(plan, store).get('a')) !== null, isFound);
  }
});

test('a value that is too large for memory is not written to the store', async () => {
  const store = commonStore();
  const cache = createCache(plan, store);
  await cache.set('a', 'one');
  const [text = ''] = store.texts.values();
  const largest = 'b'.repeat(plan.maxChars / 16 - text.length + 3);
  await cache.set('b', largest);
  assert.equal(store.texts.size, 2);
  await cache.set('c', `${largest}b`);
  assert.equal(store.texts.size, 2);
});

test('memory is bounded, and no single value displaces all others', async () => {
  const cache = createCache(plan, null);
  const text = 'x'.repeat(5000);
  for (let at = 0; at < 100; at++) await cache.set(`k${at}`, text);
  const left = await Promise.all(Array.from({ length: 100 }, (_, at) => cache.get(`k${at}`)));
  const bytes = left.filter((found) => found !== null).length * text.length;
  assert.ok(bytes > plan.maxChars / 2 && bytes <= plan.maxChars, `${bytes} bytes`);
  assert.notEqual(left.at(-1), null);
  await cache.set('giant', 'x'.repeat(50_000));
  assert.equal(await cache.get('giant'), null);
  assert.notEqual(await cache.get('k99'), null);
});
