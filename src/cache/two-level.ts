import { BentoCache, bentostore } from 'bentocache';
import { memoryDriver } from 'bentocache/drivers/memory';
import type { L2CacheDriver } from 'bentocache/types';
import { parseBoundedJson } from '../lib/text/bounded-json.ts';
import type { Cache, CachePlan, Caches, SharedStore } from './cache.ts';

/** The largest share of its cache that one value may take, because a huge value would displace all others. */
const LARGEST_SHARE = 1 / 16;
/** Recent values are also kept parsed, in additional memory up to this share of the cache's size. */
const READY_SHARE = 1 / 8;
/** How far two instances' clocks may differ, in milliseconds; later values would seem new for too long. */
const MAX_SKEW_MS = 60_000;
/** bentocache also limits the number of entries; this number is far more than fit into the byte limit. */
const MAX_ENTRIES = 10_000;

/** Caches in memory, backed by the store that instances share, if there is one. */
export function createCaches(shared: SharedStore | null): Caches {
  return { create: (plan) => createCache(plan, shared) };
}

/** A value and the time it was made, by the wall clock, because instances share it. */
type Stored = { readonly madeAtMs: number; readonly value: unknown };

function createCache<T>(plan: CachePlan<T>, shared: SharedStore | null): Cache<T> {
  const memory = memoryDriver({
    maxItems: MAX_ENTRIES,
    maxSize: plan.maxBytes,
    maxEntrySize: plan.maxBytes * LARGEST_SHARE,
  });
  const local = bentostore({
    prefix: plan.name,
    ttl: plan.lifetimeMs,
    // bentocache's grace starts when a value is stored, not at the end of its lifetime.
    grace: plan.graceMs > 0 ? plan.lifetimeMs + plan.graceMs : false,
    suppressL2Errors: true,
  }).useL1Layer(memory);
  const store =
    shared === null ? local : local.useL2Layer(sharedDriver(shared, plan.maxBytes * LARGEST_SHARE));
  const serializer = createRememberingJson(plan.maxBytes * READY_SHARE);
  const bento = new BentoCache({ default: 'only', serializer, stores: { only: store } });
  const parsed = new WeakMap<object, Promise<T | null>>();

  /** Readers that come while a value is parsed wait for the same result. */
  function parse(stored: Stored): Promise<T | null> {
    const known = parsed.get(stored);
    if (known !== undefined) return known;
    const value = (async () => plan.parse(stored.value))();
    parsed.set(stored, value);
    value.catch(() => parsed.delete(stored));
    return value;
  }

  return {
    async get(key) {
      const stored: unknown = await bento.get({ key }).catch(() => undefined);
      if (!isStored(stored) || stored.madeAtMs > Date.now() + MAX_SKEW_MS) return null;
      const value = await parse(stored);
      return value === null ? null : { value, ageMs: Math.max(0, Date.now() - stored.madeAtMs) };
    },
    async set(key, value) {
      const stored: Stored = { madeAtMs: Date.now(), value: plan.toStored?.(value) ?? value };
      await bento.set({ key, value: stored }).catch(() => undefined);
    },
  };
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    'value' in value &&
    'madeAtMs' in value &&
    typeof value.madeAtMs === 'number'
  );
}

/**
 * The shared store as bentocache's second level. A value too large for memory is too large for the store as
 * well; a larger value found there was not written by this service and is ignored.
 */
function sharedDriver(shared: SharedStore, maxBytes: number) {
  const nothing = async () => undefined;
  const toDriver = (prefix: string): L2CacheDriver => {
    const full = (key: string) => `${prefix}:${key}`;
    const remove = async (keys: readonly string[]) => {
      for (const key of keys) await shared.delete(full(key));
      return true;
    };
    return {
      type: 'l2',
      namespace: (name) => toDriver(full(name)),
      async get(key) {
        const text = await shared.get(full(key));
        return text === null || text.length > maxBytes ? undefined : text;
      },
      async set(key, text, lifetimeMs) {
        if (text.length > maxBytes || lifetimeMs === undefined) return false;
        await shared.set(full(key), text, lifetimeMs);
        return true;
      },
      delete: (key) => remove([key]),
      deleteMany: remove,
      pull: nothing,
      clear: nothing,
      disconnect: nothing,
    };
  };
  return { options: {}, factory: ({ prefix }: { readonly prefix: string }) => toDriver(prefix) };
}

/**
 * Writes and parses JSON, and remembers the values of recently parsed texts, up to `maxChars` characters, so
 * that a popular answer is parsed once; if there are more, it forgets all. The values are shared and must not
 * be changed.
 */
export function createRememberingJson(maxChars: number): {
  serialize(value: unknown): string;
  deserialize(text: string): unknown;
} {
  const parsedValues = new Map<string, unknown>();
  let chars = 0;
  return {
    serialize: (value) => JSON.stringify(value),
    deserialize(text: string): unknown {
      // The memory returns the same string object each time, which keeps its hash, so that lookups are cheap.
      if (parsedValues.has(text)) return parsedValues.get(text);
      const value: unknown = parseBoundedJson(text);
      chars += text.length;
      if (chars > maxChars) {
        parsedValues.clear();
        chars = text.length;
      }
      parsedValues.set(text, value);
      return value;
    },
  };
}
