import type { SharedStore } from '../../src/cache/cache.ts';

/** A shared store in the memory of a test, whose keys and lifetimes can be inspected. */
type SharedMemory = SharedStore & {
  readonly texts: Map<string, string>;
  /** The last lifetime of each key, in milliseconds. */
  readonly lifetimesMs: Map<string, number>;
};

/** Nothing expires: a test deletes what is to disappear. */
export function createSharedMemory(): SharedMemory {
  const texts = new Map<string, string>();
  const lifetimesMs = new Map<string, number>();
  const put = (key: string, text: string, lifetimeMs: number) => {
    texts.set(key, text);
    lifetimesMs.set(key, lifetimeMs);
  };
  return {
    texts,
    lifetimesMs,
    get: async (key) => texts.get(key) ?? null,
    set: async (key, text, lifetimeMs) => put(key, text, lifetimeMs),
    async claim(key, text, lifetimeMs) {
      if (texts.has(key)) return false;
      put(key, text, lifetimeMs);
      return true;
    },
    async count(key, windowMs) {
      const count = Number(texts.get(key) ?? 0) + 1;
      put(key, String(count), windowMs);
      return { count, leftMs: windowMs };
    },
    enter: async () => ({ used: 0, held: 0 }),
    close: () => undefined,
  };
}
