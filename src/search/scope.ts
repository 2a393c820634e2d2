import type { Scope, ScopePart } from '../core/scope.ts';
import type { Hit } from '../core/source.ts';
import type { Search, SearchOutcome } from './search.ts';
import type { Slot } from './slot.ts';

/** The facts that decide whether a result is inside a scope. */
type ScopedHit = Pick<Hit, 'url' | 'publishedAt'>;

/**
 * A test for results in the scope: those of its sites with their subdomains, and of its period if they have a
 * date. Null if the scope limits neither.
 */
export function scopeTest({ since, until, sites }: Scope): ((result: ScopedHit) => boolean) | null {
  if (since === null && until === null && sites.only.length === 0 && sites.never.length === 0) return null;
  const isOfOnly = siteTest(sites.only);
  const isOfNever = siteTest(sites.never);
  return ({ url, publishedAt }) => {
    const { hostname } = new URL(url);
    if (isOfNever(hostname) || (sites.only.length > 0 && !isOfOnly(hostname))) return false;
    const day = publishedAt?.slice(0, 10);
    return day === undefined || ((since === null || day >= since) && (until === null || day <= until));
  };
}

/** The outcome without the hits that are outside the scope. */
export function withinScope(outcome: SearchOutcome, scope: Scope): SearchOutcome {
  if (outcome.status !== 'ok') return outcome;
  const isInside = scopeTest(scope);
  const hits = isInside === null ? outcome.hits : outcome.hits.filter(isInside);
  return hits.length === 0 ? { status: 'empty' } : { ...outcome, hits };
}

/** The parts of the scope that were not sent to the back-end and cannot be enforced by dropping hits. */
export function ignoredParts(
  scope: Scope,
  sends: ReadonlySet<ScopePart>,
  outcome: SearchOutcome,
): readonly ScopePart[] {
  const requested = requestedParts(scope);
  if (requested.length === 0 || outcome.status === 'failed') return [];
  const { hits = [], unsent = [] } = outcome.status === 'ok' ? outcome : {};
  const areDated = hits.every(({ publishedAt }) => publishedAt !== undefined);
  return requested.filter((part) => {
    const isEnforced = (part === 'since' || part === 'until') && areDated;
    return !isEnforced && (!sends.has(part) || unsent.includes(part));
  });
}

/** The parts that set a limit, except the sites, which are always enforced. */
function requestedParts({ language, country, since, until, safeSearch }: Scope): readonly ScopePart[] {
  const requested: ScopePart[] = [];
  if (language !== 'auto') requested.push('language');
  if (country !== null) requested.push('country');
  if (since !== null) requested.push('since');
  if (until !== null) requested.push('until');
  if (safeSearch !== undefined) requested.push('safe_search');
  return requested;
}

/** Returns a test for hosts that belong to one of the sites. */
function siteTest(sites: readonly string[]): (hostname: string) => boolean {
  const hosts = sites.flatMap((site) =>
    URL.canParse(`http://${site}`) ? withoutFinalDot(new URL(`http://${site}`).hostname) : [],
  );
  return (hostname) => {
    const name = withoutFinalDot(hostname);
    return hosts.some((host) => name === host || name.endsWith(`.${host}`));
  };
}

/** A name with a dot at the end is the same host (RFC 1034, 3.1). */
function withoutFinalDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

/** The results that are requested beyond those wanted, because some may be dropped or move. */
const SPARE_RESULTS = 5;

type SiteOptions = {
  readonly settings: {
    /** Sites whose results are dropped. */
    readonly sitesBlock: readonly string[];
  };
  /** All slots: those with documents are the operator's own. */
  readonly slots: readonly Pick<Slot, 'position' | 'documents'>[];
};

/**
 * Drops results of the sites that the operator blocks, with their subdomains, and puts those that the caller
 * prefers first and marks them. The operator's own documents are not blocked.
 */
export function withSitePreferences(next: Search, { settings: { sitesBlock }, slots }: SiteOptions): Search {
  const isBlocked = siteTest(sitesBlock);
  const spare = sitesBlock.length > 0 ? SPARE_RESULTS : 0;
  const ownSlots = new Set(slots.flatMap(({ documents, position }) => (documents ? position : [])));
  return async (query, signal) => {
    const preferred = query.scope.sites.prefer ?? [];
    if (spare === 0 && preferred.length === 0) return await next(query, signal);
    const report = await next({ ...query, limit: query.limit + spare }, signal);
    const isPreferred = siteTest(preferred);
    const [first, others]: [Hit[], Hit[]] = [[], []];
    for (const hit of report.hits) {
      const host = new URL(hit.url).hostname;
      const isOwn = hit.slot !== undefined && ownSlots.has(hit.slot);
      if (!isOwn && isBlocked(host)) continue;
      if (isPreferred(host)) first.push({ ...hit, preferredBy: 'caller' });
      else others.push(hit);
    }
    const hits = [...first, ...others].slice(0, query.limit);
    if (hits.length > 0 || report.hits.length === 0) return { ...report, hits };
    return { ...report, outcome: { status: 'empty' }, hits, slot: null };
  };
}
