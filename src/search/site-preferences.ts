import type { SearchEngine } from '../core/attempt.ts';
import type { Hit } from '../core/source.ts';
import { siteTest } from './in-scope.ts';
import type { Search } from './search.ts';

/** The operator's wishes for the results of every search: host names, each with its subdomains. */
export type SitePreferences = {
  readonly block: readonly string[];
  readonly prefer: readonly string[];
  readonly lower: readonly string[];
};

/** The groups of results, in the order in which they are returned. */
type HitGroup = 'wanted' | 'preferred' | 'others' | 'lowered';

/** The results that are requested beyond those wanted, because some may be dropped or come last. */
const SPARE_RESULTS = 5;

/**
 * Wraps a search over all slots: results of blocked sites are dropped, those of preferred sites come first
 * and are marked, the caller's before the operator's, and those of lowered sites come last. The hits of
 * `documents`, the slots with the operator's own documents, are subject only to the caller's preferences.
 */
export function withSitePreferences(
  search: Search,
  { block, prefer, lower }: SitePreferences,
  documents: ReadonlySet<SearchEngine>,
): Search {
  const [isBlocked, isPreferred, isLowered] = [siteTest(block), siteTest(prefer), siteTest(lower)];
  const spare = block.length + prefer.length + lower.length > 0 ? SPARE_RESULTS : 0;
  return async (query, budgetMs, signal) => {
    const wanted = query.scope.sites.prefer ?? [];
    if (spare === 0 && wanted.length === 0) return await search(query, budgetMs, signal);
    const report = await search({ ...query, limit: query.limit + spare }, budgetMs, signal);
    if (report.outcome.status !== 'ok') return report;
    const isWanted = siteTest(wanted);
    const groups: Record<HitGroup, Hit[]> = { wanted: [], preferred: [], others: [], lowered: [] };
    for (const hit of report.outcome.hits) {
      const host = new URL(hit.url).hostname;
      const isOwn = hit.engine !== undefined && documents.has(hit.engine);
      if (!isOwn && isBlocked(host)) continue;
      if (isWanted(host)) groups.wanted.push({ ...hit, preferredBy: 'caller' });
      else if (!isOwn && isPreferred(host)) groups.preferred.push({ ...hit, preferredBy: 'operator' });
      else groups[!isOwn && isLowered(host) ? 'lowered' : 'others'].push(hit);
    }
    const hits = Object.values(groups).flat().slice(0, query.limit);
    if (hits.length > 0) return { ...report, outcome: { ...report.outcome, hits } };
    const hint = 'all results are of sites in SITES_BLOCK';
    return { ...report, outcome: { status: 'empty', hint }, engine: 'none' };
  };
}
