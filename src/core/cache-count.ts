/**
 * The result of a cache lookup: found, found but expired, not found, or `shared`: an identical lookup that
 * was in progress provided the value.
 */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'shared';

/**
 * Receives every lookup in the cache of that name (`answers`, `searches`, `pages`). Cheap and never throws.
 */
export type CountCacheLookup = (cache: string, outcome: CacheOutcome) => void;
