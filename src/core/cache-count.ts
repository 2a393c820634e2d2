/** How a look into a cache ended: found, found past its lifetime, or not there. */
export type CacheOutcome = 'hit' | 'stale' | 'miss';

/** Told of every look into the cache of that name (`answer`, `search`, `page`). Cheap and never throws. */
export type CountCacheLookup = (cache: string, outcome: CacheOutcome) => void;
