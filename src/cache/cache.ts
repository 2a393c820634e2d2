import { hash } from 'node:crypto';
import type { Charge } from '../core/service.ts';

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

/** The properties of a cache. */
export type CachePlan<T> = {
  /** Keeps its keys apart from those of other caches. */
  readonly name: string;
  /** How long a value counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** How long a stale value is kept after that, in milliseconds, for callers who prefer it to none. */
  readonly graceMs: number;
  /** The memory limit, in bytes of UTF-8, a multiple of 16; the least recently used goes first. */
  readonly maxBytes: number;
  /** The form of a value in a store; the value itself if not given. */
  toStored?(value: T): unknown;
  /** The value from its stored form; null if the stored form is not valid. */
  parse(stored: unknown): T | null | Promise<T | null>;
};

/** Makes the caches of one instance. */
export type Caches = {
  create<T>(plan: CachePlan<T>): Cache<T>;
};

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
  delete(key: string): Promise<void>;
  /** Sets a key unless it is already set; returns false if it was. */
  claim(key: string, token: string, lifetimeMs: number): Promise<boolean>;
  /** Extends a lease from now; false if the key has no token or a different one. */
  extend(key: string, token: string, lifetimeMs: number): Promise<boolean>;
  /** Deletes a lease, unless the key has a different token. Returns at once and never throws. */
  release(key: string, token: string): void;
  /** Counts units in the window of a key, which starts with the first count; nothing beyond `max`. */
  count(key: string, windowMs: number, charge: Charge): Promise<WindowCount>;
  close(): void;
};
