import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { untilSettled } from '../../test/support/until.ts';
import type { CachePlan, SharedStore } from './cache.ts';
import { createCaches, createRememberingJson } from './two-level.ts';

const plan: CachePlan<string> = {
  name: 'test',
  lifetimeMs: 60_000,
  graceMs: 0,
  maxBytes: 100_000,
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
    delete: async (key) => void texts.delete(key),
    claim: unused,
    extend: unused,
    release: unused,
    count: unused,
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
  const cache = createCaches(null).create(plan);
  assert.equal(await cache.get('a'), null);
  await cache.set('a', 'one');
  const found = await cache.get('a');
  assert.equal(found?.value, 'one');
  assert.ok(found !== null && found.ageMs >= 0 && found.ageMs < plan.lifetimeMs);
});

test('a value past its lifetime is kept only for its grace', async () => {
  const caches = createCaches(null);
  const [strict, lenient] = [0, 60_000].map((graceMs) => caches.create({ ...plan, lifetimeMs: 5, graceMs }));
  await strict?.set('a', 'one');
  await lenient?.set('a', 'one');
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await strict?.get('a'), null);
  const stale = await lenient?.get('a');
  assert.equal(stale?.value, 'one');
  assert.ok((stale?.ageMs ?? 0) > 5);
});

test('a stale value in memory is found even if the store cannot be reached', async () => {
  const cache = createCaches(outOfReach).create({ ...plan, lifetimeMs: 5, graceMs: 60_000 });
  await cache.set('a', 'one');
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((await cache.get('a'))?.value, 'one');
});

test('an eighth of the memory holds the parsed form of values that are requested again', async () => {
  const shared = commonStore();
  await createCaches(shared).create(plan).set('k', 'value');
  const [text = ''] = shared.texts.values();
  /** How often values are parsed when four values are read twice. */
  const parsesWithin = async (maxBytes: number) => {
    let parses = 0;
    const parse = (stored: unknown) => `${String(stored)} ${parses++}`;
    const cache = createCaches(null).create({ ...plan, maxBytes, parse });
    for (const at of [1, 2, 3, 4]) await cache.set(`k${at}`, `valu${at}`);
    for (const at of [1, 2, 3, 4, 1, 2, 3, 4]) await cache.get(`k${at}`);
    return parses;
  };
  assert.equal(await parsesWithin(8 * 4 * text.length), 4);
  assert.equal(await parsesWithin(8 * (4 * text.length - 2)), 8);
});

test('an instance finds the value that another one stored', async () => {
  const shared = commonStore();
  const [here, there] = [createCaches(shared).create(plan), createCaches(shared).create(plan)];
  await here.set('a', 'one');
  assert.equal((await there.get('a'))?.value, 'one');
});

test('caches of different names, and different keys, share nothing in the store', async () => {
  const shared = commonStore();
  const one = createCaches(shared).create(plan);
  await one.set('a', 'one');
  await one.set('b', 'two');
  await createCaches(shared)
    .create({ ...plan, name: 'other' })
    .set('a', 'three');
  assert.equal(shared.texts.size, 3);
  const there = createCaches(shared);
  assert.equal((await there.create({ ...plan, name: 'other' }).get('a'))?.value, 'three');
  assert.equal((await there.create(plan).get('b'))?.value, 'two');
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
  await createCaches(shared).create(plan).set('key', 'value');
  assert.equal(common.texts.size, 1);
  await createCaches(shared)
    .create({ ...plan, graceMs: 5000 })
    .set('key', 'value');
  assert.deepEqual(lifetimes, [60_000, 65_000]);
});

test('a value from the future is ignored, unless the clocks are only a minute apart', async (t) => {
  const cache = createCaches(null).create(plan);
  await cache.set('key', 'value');
  const nowMs = Date.now();
  t.mock.method(Date, 'now', () => nowMs - 59_000);
  assert.equal((await cache.get('key'))?.ageMs, 0);
  t.mock.method(Date, 'now', () => nowMs - 62_000);
  assert.equal(await cache.get('key'), null);
});

test('a store that cannot be reached fails no call', async () => {
  const cache = createCaches(outOfReach).create(plan);
  await cache.set('a', 'one');
  assert.equal((await cache.get('a'))?.value, 'one');
  assert.equal(await cache.get('b'), null);
});

test('an invalid value in a store is ignored', async () => {
  const shared = commonStore();
  await createCaches(shared).create(plan).set('a', 'one');
  const [key = '', text = ''] = [...shared.texts].at(0) ?? [];
  for (const bad of ['', 'no JSON', 'null', '[]', '{}', '{"value":{}}', text.replace('"one"', '1')]) {
    shared.texts.set(key, bad);
    assert.equal(await createCaches(shared).create(plan).get('a'), null, bad);
  }
});

test('a value in a store that is larger than any value of this service is not even parsed', async () => {
  const store = commonStore();
  await createCaches(store).create(plan).set('a', 'one');
  const [[key, text] = ['', '']] = store.texts;
  const largest = plan.maxBytes / 16;
  for (const [length, isFound] of [
    [largest, true],
    [largest + 1, false],
  ] as const) {
    store.texts.set(key, text.replace('one', 'b'.repeat(length - text.length + 3)));
    assert.equal((await createCaches(store).create(plan).get('a')) !== null, isFound);
  }
});

test('a value that is too large for memory is not written to the store', async () => {
  const store = commonStore();
  const cache = createCaches(store).create(plan);
  await cache.set('a', 'one');
  const [text = ''] = store.texts.values();
  const largest = 'b'.repeat(plan.maxBytes / 16 - text.length + 3);
  await cache.set('b', largest);
  assert.equal(store.texts.size, 2);
  await cache.set('c', `${largest}b`);
  assert.equal(store.texts.size, 2);
});

test('memory is bounded in bytes, and no single value displaces all others', async () => {
  const cache = createCaches(null).create(plan);
  const text = 'x'.repeat(5000);
  for (let at = 0; at < 100; at++) await cache.set(`k${at}`, text);
  const left = await Promise.all(Array.from({ length: 100 }, (_, at) => cache.get(`k${at}`)));
  const bytes = left.filter((found) => found !== null).length * text.length;
  assert.ok(bytes > plan.maxBytes / 2 && bytes <= plan.maxBytes, `${bytes} bytes`);
  assert.notEqual(left.at(-1), null);
  await cache.set('giant', 'x'.repeat(50_000));
  assert.equal(await cache.get('giant'), null);
  assert.notEqual(await cache.get('k99'), null);
});

const [FIRST, SECOND, THIRD] = ['["aaaaaaaa"]', '["bbbbbbbb"]', '["cccccccc"]'] as const;

test('what was read is not read again, as long as the texts read fit', () => {
  const json = createRememberingJson(FIRST.length + SECOND.length);
  const value = json.deserialize(FIRST);
  assert.deepEqual(value, ['aaaaaaaa']);
  assert.deepEqual(json.deserialize(SECOND), ['bbbbbbbb']);
  assert.equal(json.deserialize(FIRST), value);
});

test('one text too many makes room for itself, and as many fit again', () => {
  const json = createRememberingJson(FIRST.length + SECOND.length);
  const [first, , third] = [FIRST, SECOND, THIRD].map((text) => json.deserialize(text));
  assert.equal(json.deserialize(THIRD), third);
  const again = json.deserialize(FIRST);
  assert.notEqual(again, first);
  assert.equal(json.deserialize(THIRD), third);
  json.deserialize(SECOND);
  assert.notEqual(json.deserialize(THIRD), third);
});

test('a value that many read at once is parsed once', async () => {
  const shared = commonStore();
  await createCaches(shared).create(plan).set('k', 'value');
  let parsed = 0;
  const slow: CachePlan<string> = {
    ...plan,
    parse: async (stored) => {
      parsed++;
      return String(stored);
    },
  };
  const reader = createCaches(shared).create(slow);
  const found = await Promise.all(Array.from({ length: 32 }, () => reader.get('k')));
  assert.deepEqual(new Set(found.map((value) => value?.value)), new Set(['value']));
  assert.equal(parsed, 1);
});
