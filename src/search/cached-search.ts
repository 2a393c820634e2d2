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
 * with the attempts of their original search and do not affect breakers or latencies. Two
 * queries are the same if all their fields are, but for those that only say how to ask.
 */
export function cachedSearch(
  search: Search,
  { cache, fingerprint, mayUseKept, count }: SearchKeeping,
): Search {
  return async (query, budgetMs, signal) => {
    const { leftMs: _leftMs, isDiagnosis: _isDiagnosis, text, ...others } = query;
    const key = cacheKey(fingerprint, { ...others, text: text.trim() });
    const found = mayUseKept ? await cache.get(key) : null;
    if (mayUseKept) count('searches', found === null ? 'miss' : 'hit');
    if (found !== null) return found.value;
    const report = await search(query, budgetMs, signal);
    // Not awaited, so that the answer can continue with the results.
    if (report.outcome.status === 'ok') void cache.set(key, report);
    return report;
  };
}
