/**
 * How a look into a cache ended: found; found past its lifetime; not there; or `shared`, made by somebody else who was asked
 * for the same at the same time.
 */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'shared';

/** Told of every look into the cache of that name (`answers`, `searches`, `pages`). Cheap and never throws. */
export type CountCacheLookup = (cache: string, outcome: CacheOutcome) => void;
