import type { Cache } from '../cache/cache.ts';
import { cacheKey } from '../cache/cache-key.ts';
import type { CountCacheLookup } from '../core/cache-count.ts';
import type { Search, SearchReport } from './search.ts';

/** How results are cached. */
export type SearchKeeping = {
  readonly cache: Cache<SearchReport>;
  /** Identifies the slots and all settings that results depend on. */
  readonly fingerprint: string;
  /** False for a search that must not read from the cache; its results are still stored. */
  readonly mayUseKept: boolean;
  readonly count: CountCacheLookup;
};

/**
 * Wraps a search with a cache of its results. Empty and failed searches are not cached. Cached results come
 * with the attempts of their original search and do not affect breakers or latencies.
 */
export function cachedSearch(
  search: Search,
  { cache, fingerprint, mayUseKept, count }: SearchKeeping,
): Search {
  return async (query, budgetMs, signal) => {
    const key = cacheKey(fingerprint, query.text.trim(), query.limit, query.scope);
    const found = mayUseKept ? await cache.get(key) : null;
    if (mayUseKept) count('searches', found === null ? 'miss' : 'hit');
    if (found !== null) return found.value;
    const report = await search(query, budgetMs, signal);
    // Not awaited, so that the answer can continue with the results.
    if (report.outcome.status === 'ok') void cache.set(key, report);
    return report;
  };
}
