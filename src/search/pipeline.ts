import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import { toPublicUrl } from '@sayso/text/url.ts';
import { type Caching, cacheKey } from '../cache/cache.ts';
import type { Attempt, SlotPosition } from '../core/attempt.ts';
import type { SearchReport } from '../core/events.ts';
import type { CountShared } from '../core/service.ts';
import type { Upstream } from '../net/upstream.ts';
import { withCache } from './cached-search.ts';
import { type FailoverOptions, searchAll } from './failover.ts';
import { withQueryRelaxation } from './query-relaxation.ts';
import { type CallLimit, Quota } from './quota.ts';
import { withSitePreferences } from './scope.ts';
import type { BackendKind, Connection, OpenBackend, Search, SearchBackend } from './search.ts';
import { type TrackedSlot, track } from './slot.ts';

/** Everything that happens around a search, outermost first. `searchAll` (failover.ts) asks the slots. */
const aroundSearch: readonly ((next: Search, parts: SearchParts) => Search)[] = [
  withCache,
  withObserver,
  withSitePreferences,
];

/** Everything that happens around a back-end, outermost first. `attempt.ts` calls it, and keeps its record. */
const aroundBackend: readonly ((next: SearchBackend, parts: BackendParts) => SearchBackend)[] = [
  withOwnWords,
  withLanguage,
  withQueryRelaxation,
];

/** What the steps around a search share. */
export type SearchParts = {
  readonly slots: readonly TrackedSlot[];
  readonly settings: FailoverOptions & { readonly sitesBlock: readonly string[] };
  /** Null if results are not cached. */
  readonly cache: Caching<SearchReport> | null;
  /** Gets what became of each slot of a search that was not answered from the cache. */
  observe(trail: readonly Attempt[]): void;
  /** Combines the slots into one search; `searchAll` if absent. */
  readonly over?: typeof searchAll | undefined;
};

/** The search over all slots, as answers use it. */
export function openSearch(parts: SearchParts): Search {
  const { slots, settings, over = searchAll } = parts;
  return aroundSearch.reduceRight((next, step) => step(next, parts), over(slots, settings));
}

function withObserver(next: Search, { observe }: SearchParts): Search {
  return async (query, signal) => {
    const report = await next(query, signal);
    observe(report.trail);
    return report;
  };
}

/** What people call the slots, by their position. */
const NAMES = { 1: 'primary', 2: 'secondary', 3: 'tertiary', 4: 'your own web' } as const;

/** The position and configuration of one back-end, besides its kind. */
export type SlotPlace = {
  readonly position: SlotPosition;
  readonly url: string;
  readonly key: string | null;
  readonly quota?: readonly CallLimit[];
};

/** What all slots share. */
export type SlotOptions = Pick<Connection, 'upstream' | 'timeoutMs' | 'safesearch'> &
  Partial<Pick<Connection, 'version' | 'environment' | 'embed'>> & {
    /** Counts calls together with other instances; null for a single one. */
    readonly countShared?: CountShared | null;
    /** The time by which the days and months of quotas are counted. */
    readonly today?: () => Date;
    /** The language for questions that specify none: a BCP 47 tag, or `auto`. */
    readonly language: string;
  };

/**
 * Opens one slot with a back-end of this kind.
 * @throws Failure `misconfigured` for an index that cannot be read
 */
export async function openSlot(
  { position, kind, url, key, quota: limits = [] }: SlotPlace & { readonly kind: string },
  { open, relaxed }: BackendKind,
  { upstream, countShared = null, today, language, ...shared }: SlotOptions,
): Promise<TrackedSlot> {
  const name = NAMES[position];
  const quota = new Quota(limits, { name: cacheKey(kind, url, key ?? ''), countShared, now: today });
  const opened = await open({
    ...{ embed: null, version: '', environment: {}, ...shared, url, key: key ?? '', name },
    upstream: countedUpstream(upstream, quota),
    takeCall: () => quota.takeCall(),
  });
  const { documents } = opened;
  const parts = { documents, relaxed, language };
  return track({
    position,
    name: `${name} (${kind})`,
    label: `${name} (${kind} at ${toShownAddress(url)})`,
    backend: aroundBackend.reduceRight<SearchBackend>((next, step) => step(next, parts), opened),
    timeoutMs: shared.timeoutMs,
    quota,
    ...(documents !== undefined && { documents }),
    close: async () => await opened.close?.(),
  });
}

/** The longest time that the collections may take: what is searched beside them waits no longer. */
const OWN_WEB_MS = 1_500;

/** Opens the slot of the collections, which are searched beside all others. */
export async function openOwnSlot(
  file: string,
  ownWeb: OpenBackend,
  options: SlotOptions,
): Promise<TrackedSlot> {
  const place = { position: 4, kind: 'collections', url: `file:${file}`, key: null } as const;
  const timeoutMs = Math.min(options.timeoutMs, OWN_WEB_MS);
  return await openSlot(place, { open: () => ownWeb }, { ...options, timeoutMs });
}

/** An address without secrets; of a command, which may contain keys, only the program. */
function toShownAddress(url: string): string {
  if (!url.startsWith('stdio:')) return toPublicUrl(url);
  const words = url.slice('stdio:'.length).trim().split(/\s+/);
  return words.find((word) => !word.includes('=')) ?? 'a program';
}

/**
 * The same upstream, with every request counted in a quota before it is sent.
 * @throws QuotaUsedUp from `request` if no call is left
 */
function countedUpstream(upstream: Upstream, quota: Quota): Upstream {
  return {
    ...upstream,
    async request(call, signal) {
      await quota.takeCall();
      return await upstream.request(call, signal);
    },
  };
}

/** What the steps around a back-end share. */
type BackendParts = Pick<OpenBackend, 'documents'> &
  Pick<BackendKind, 'relaxed'> & {
    /** The language for questions that specify none, or `auto`. */
    readonly language: string;
  };

/**
 * Searches for the words of a query that are meant for this back-end: words that only documents contain go to
 * collections, and to no other search. Without any words for it, a back-end is not called.
 */
function withOwnWords(next: SearchBackend, { documents }: BackendParts): SearchBackend {
  return {
    sends: next.sends,
    async search({ webText, text, ...query }, signal) {
      const words = documents === undefined ? (webText ?? text) : text;
      return words === '' ? { status: 'empty' } : await next.search({ ...query, text: words }, signal);
    },
  };
}

/**
 * Gives each query a language: the one that the caller requested, otherwise the operator's, otherwise the
 * question's own if it is clear. It is around `withQueryRelaxation`, because keywords do not reveal a language.
 */
function withLanguage(next: SearchBackend, { language }: BackendParts): SearchBackend {
  return {
    sends: next.sends,
    search({ scope, ...query }, signal) {
      const asked = scope.language === 'auto' ? language : scope.language;
      const spoken = asked === 'auto' ? languageOf(query.text) : asked;
      return next.search({ ...query, scope: { ...scope, language: spoken } }, signal);
    },
  };
}

function languageOf(text: string): string {
  const detected = detectLanguage(text);
  return detected === UNDETERMINED ? 'auto' : detected;
}
