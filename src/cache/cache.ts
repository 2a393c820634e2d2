/** A value as it comes back from a cache. */
export type CachedValue<T> = {
  readonly value: T;
  /** How long ago it was put there, in milliseconds. */
  readonly ageMs: number;
};

/**
 * A place for values that are costly to make again. Neither method rejects: a cache that fails has nothing. Keys stand in the
 * clear in every store behind it, so whatever is nobody's business is hashed first (`cache-key.ts`).
 */
export type Cache<T> = {
  /** The value, also one that is past its lifetime as long as it is within its grace; the caller looks at its age. */
  get(key: string): Promise<CachedValue<T> | null>;
  /** Keeps a value. Other instances see it once this resolves, this one sees it at once. */
  set(key: string, value: T): Promise<void>;
};

/** What a cache is for. */
export type CachePlan<T> = {
  /** Parts its keys from those of other caches. */
  readonly name: string;
  /** How long a value counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** How long it stays after that for those who would rather have it than nothing, in milliseconds. */
  readonly graceMs: number;
  /** The most it may hold in memory, in bytes of UTF-8; the least recently used goes first. */
  readonly maxBytes: number;
  /** What is put into a store of a value; the value itself unless given. */
  toStored?(value: T): unknown;
  /** The value from what a store gave back; null where it is not what was put there. */
  parse(stored: unknown): T | null;
};

/** Makes the caches of one instance. */
export type Caches = {
  create<T>(plan: CachePlan<T>): Cache<T>;
};
