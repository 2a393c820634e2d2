import type { Cache } from '../cache/cache.ts';
import { cacheKey } from '../cache/cache-key.ts';
import type { CountCacheLookup } from '../core/cache-count.ts';
import type { Search, SearchReport } from './search.ts';

/** How results are kept. */
export type SearchKeeping = {
  readonly cache: Cache<SearchReport>;
  /** Stands for the slots and all settings that results hang on. */
  readonly fingerprint: string;
  /** False for a search that shall be made in any case; its results are kept for the others. */
  readonly mayUseKept: boolean;
  readonly count: CountCacheLookup;
};

/**
 * The same search that keeps what it found. Empty and failed searches are not kept. Results that were kept come with the trail
 * they were found on, and no slot's breaker or latency hears of them.
 */
export function cachedSearch(
  search: Search,
  { cache, fingerprint, mayUseKept, count }: SearchKeeping,
): Search {
  return async (query, budgetMs, signal) => {
    const key = cacheKey(fingerprint, query.text.trim(), query.limit, query.language);
    const found = mayUseKept ? await cache.get(key) : null;
    if (mayUseKept) count('searches', found === null ? 'miss' : 'hit');
    if (found !== null) return found.value;
    const report = await search(query, budgetMs, signal);
    // Not waited for: the answer goes on with the results meanwhile.
    if (report.outcome.status === 'ok') void cache.set(key, report);
    return report;
  };
}
