/** A value from a cache. */
export type CachedValue<T> = {
  readonly value: T;
  /** The time since it was cached, in milliseconds. */
  readonly ageMs: number;
};

/**
 * Storage for values that are expensive to make. Neither method rejects: a cache that fails behaves as if it
 * were empty. Stores keep keys in plain text, so private data in a key must be hashed first (`cache-key.ts`).
 */
export type Cache<T> = {
  /** The value, including one that has expired but is within its grace period; the caller checks its age. */
  get(key: string): Promise<CachedValue<T> | null>;
  /** Stores a value. This instance sees it at once, the others when the promise resolves. */
  set(key: string, value: T): Promise<void>;
};

/** The properties of a cache. */
export type CachePlan<T> = {
  /** Keeps its keys apart from those of other caches. */
  readonly name: string;
  /** How long a value counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** How long a stale value is kept after that, in milliseconds, for callers who prefer it to nothing. */
  readonly graceMs: number;
  /** The memory limit, in bytes of UTF-8; the least recently used value is dropped first. */
  readonly maxBytes: number;
  /** The form of a value in a store; the value itself if not given. */
  toStored?(value: T): unknown;
  /** The value from its stored form; null if the stored form is not valid. */
  parse(stored: unknown): T | null;
};

/** Makes the caches of one instance. */
export type Caches = {
  create<T>(plan: CachePlan<T>): Cache<T>;
};
