import type { CountCacheLookup } from '../core/cache-count.ts';
import type { Cache, CachePlan, Caches } from './cache.ts';

/** The same caches that count how each look into them ends. */
export function countedCaches(caches: Caches, count: CountCacheLookup): Caches {
  return { create: (plan) => countedCache(caches.create(plan), plan, count) };
}

function countedCache<T>(
  cache: Cache<T>,
  { name, lifetimeMs }: CachePlan<T>,
  count: CountCacheLookup,
): Cache<T> {
  return {
    async get(key) {
      const found = await cache.get(key);
      if (found === null) count(name, 'miss');
      else count(name, found.ageMs < lifetimeMs ? 'hit' : 'stale');
      return found;
    },
    set: (key, value) => cache.set(key, value),
  };
}
