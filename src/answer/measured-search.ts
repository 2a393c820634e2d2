import type { Metrics } from '../observe/metrics.ts';
import { pageReasonClass } from '../observe/page-reasons.ts';
import type { Read } from '../read/reading.ts';
import type { Search } from '../search/search.ts';

/**
 * The same search, which also counts the outcome of each slot. Use it inside a cache: a cached search calls
 * no slot.
 */
export function measuredSearch(search: Search, metrics: Metrics): Search {
  return async (query, budgetMs, signal) => {
    const report = await search(query, budgetMs, signal);
    for (const { engine, status, tookMs } of report.trail)
      metrics.observe('searchDuration', { search_engine: engine, outcome: status }, tookMs / 1000);
    return report;
  };
}

/** The same reading, which also counts pages read and skipped. */
export function measuredRead(read: Read, metrics: Metrics): Read {
  return async function* countedRead(hits, timeoutMs, signal) {
    for await (const reading of read(hits, timeoutMs, signal)) {
      const reason = reading.status === 'read' ? '' : pageReasonClass(reading.reason);
      metrics.count('pages', { outcome: reading.status, reason });
      yield reading;
    }
  };
}
