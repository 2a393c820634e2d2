import { hash } from 'node:crypto';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Caller } from '../core/run.ts';
import type { AccountEntry, Charge } from '../core/service.ts';

/** A value from a cache. */
export type CachedValue<T> = {
  readonly value: T;
  /** The time since it was cached, in milliseconds. */
  readonly ageMs: number;
};

/**
 * Storage for values that are expensive to make. Neither method rejects: a cache that fails behaves as if it
 * were empty. Stores keep keys in plain text, so private data in a key must be hashed first (`cacheKey`).
 */
export type Cache<T> = {
  /** The value, including one that has expired but is within its grace period; the caller checks its age. */
  get(key: string): Promise<CachedValue<T> | null>;
  /** Stores a value. This instance sees the value at once, the others when the promise resolves. */
  set(key: string, value: T): Promise<void>;
};

/** A cache, and what those who use it need besides. */
export type Caching<T> = {
  readonly cache: Cache<T>;
  /** How long a value counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** Identifies the settings that affect a value and, where values may hold documents, the caller. */
  fingerprint(caller: Caller): string;
  readonly count: CountCacheLookup;
};

/** The result of a cache lookup; `shared`: the value of an identical lookup in progress. */
type CacheOutcome = 'hit' | 'stale' | 'miss' | 'shared';

/** Receives every lookup in a cache (`answers`, `searches`, `pages`). Must be cheap and never throw. */
export type CountCacheLookup = (cache: string, outcome: CacheOutcome) => void;

/** The properties of a cache. */
export type CachePlan<T> = {
  /** Keeps its keys apart from those of other caches. */
  readonly name: string;
  /** How long a value counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** How long a stale value is kept after that, in milliseconds, for callers who prefer it to none. */
  readonly graceMs: number;
  /** The memory limit, in characters of the stored form; the least recently used goes first. */
  readonly maxChars: number;
  /** The form of a value in a store; the value itself if not given. */
  toStored?(value: T): unknown;
  /** The value from its stored form; null if the stored form is not valid. */
  parse(stored: unknown): T | null | Promise<T | null>;
};

/** The largest share of its cache that one value may take, because a huge value would displace all others. */
const LARGEST_SHARE = 1 / 16;
/** How far two instances' clocks may differ, in milliseconds; later values would seem new for too long. */
const MAX_SKEW_MS = 60_000;

/** A value, the time it was made, by the wall clock, which instances share, and its size as text. */
type Entry<T> = { readonly value: T; readonly madeAtMs: number; readonly chars: number };

const storedEntry = z.object({ madeAtMs: z.number(), value: z.unknown() });

/**
 * A cache in memory, backed by the store that instances share, if there is one. The values that it returns
 * are shared and must not be changed.
 */
export function createCache<T>(plan: CachePlan<T>, shared: SharedStore | null): Cache<T> {
  const { name, lifetimeMs, graceMs, maxChars } = plan;
  const largest = maxChars * LARGEST_SHARE;
  const keptMs = lifetimeMs + graceMs;
  const memory = new LRUCache<string, Entry<T>>({
    maxSize: maxChars,
    sizeCalculation: ({ chars }) => chars,
  });
  /** What is being read from the store: callers that ask for a key at the same time read it once. */
  const reading = new Map<string, Promise<Entry<T> | undefined>>();

  function read(key: string): Promise<Entry<T> | undefined> {
    const begun = reading.get(key);
    if (begun !== undefined) return begun;
    const read = load(key)
      .catch(() => undefined)
      .then((entry) => {
        reading.delete(key);
        // A value that was set meanwhile is newer.
        if (entry !== undefined && !memory.has(key)) memory.set(key, entry);
        return memory.get(key);
      });
    reading.set(key, read);
    return read;
  }

  async function load(key: string): Promise<Entry<T> | undefined> {
    const text = await shared?.get(`${name}:${key}`);
    // A larger value was not written by this service.
    if (text == null || text.length > largest) return undefined;
    const { madeAtMs, value: stored } = storedEntry.parse(parseBoundedJson(text));
    const value = await plan.parse(stored);
    return value === null ? undefined : { value, madeAtMs, chars: text.length };
  }

  return {
    async get(key) {
      const entry = memory.get(key) ?? (shared === null ? undefined : await read(key));
      if (entry === undefined) return null;
      const ageMs = Date.now() - entry.madeAtMs;
      if (ageMs < -MAX_SKEW_MS || ageMs > keptMs) return null;
      return { value: entry.value, ageMs: Math.max(0, ageMs) };
    },
    async set(key, value) {
      const madeAtMs = Date.now();
      const text = JSON.stringify({ madeAtMs, value: plan.toStored?.(value) ?? value });
      if (text.length > largest) return;
      memory.set(key, { value, madeAtMs, chars: text.length });
      await shared?.set(`${name}:${key}`, text, keptMs).catch(() => undefined);
    },
  };
}

/** A key that hides its parts. Equal parts in the same order give equal keys; fields in any order. */
export function cacheKey(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(withSortedFields(parts)), 'base64url');
}

/** Sorting first takes less time than a replacer of `JSON.stringify`. */
function withSortedFields(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withSortedFields);
  const sorted: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(value).sort()) sorted[name] = withSortedFields(Reflect.get(value, name));
  return sorted;
}

/** A count within a time window. */
type WindowCount = {
  /** The units since the window began, with those of this call even if they exceed the maximum. */
  readonly count: number;
  /** The time until the window ends, in milliseconds. */
  readonly leftMs: number;
};

/** The store that instances share. Every method rejects within about 25 ms if it is slow or lost. */
export type SharedStore = {
  /** The text stored under a key, or null. */
  get(key: string): Promise<string | null>;
  set(key: string, text: string, lifetimeMs: number): Promise<void>;
  /** Sets a key unless it is already set; returns false if it was. */
  claim(key: string, text: string, lifetimeMs: number): Promise<boolean>;
  /** Counts units in the window of a key, which starts with the first count; nothing beyond `max`. */
  count(key: string, windowMs: number, charge: Charge): Promise<WindowCount>;
  /** Changes an account, all at once. */
  enter(account: string, entry: AccountEntry): Promise<{ readonly used: number; readonly held: number }>;
  close(): void;
};
