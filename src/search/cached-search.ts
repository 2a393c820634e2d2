import { isAddressOf } from '@sayso/text/url.ts';
import { z } from 'zod';
import { type CachePlan, type Caching, cacheKey } from '../cache/cache.ts';
import {
  storedAttempt,
  storedCollection,
  storedDocument,
  storedLine,
  storedPreference,
  storedSlot,
  storedUrl,
} from '../cache/stored.ts';
import type { SearchReport } from '../core/events.ts';
import { unnamedCaller } from '../core/run.ts';
import type { Hit } from '../core/source.ts';
import type { Search } from './search.ts';

/**
 * Wraps a search with a cache of its results. Empty and failed searches are not cached. Cached results come
 * with the attempts of their original search and do not affect breakers or latencies. Two queries are the
 * same if they are equal in all fields except those that only control how the search is made.
 */
export function withCache(
  next: Search,
  { cache: caching }: { readonly cache: Caching<SearchReport> | null },
): Search {
  if (caching === null) return next;
  const { cache, fingerprint, count } = caching;
  return async (query, signal) => {
    const {
      leftMs: _leftMs,
      timeoutMs: _timeoutMs,
      isDiagnosis: _isDiagnosis,
      caller = unnamedCaller(),
      trace: _trace,
      fresh,
      text,
      ...others
    } = query;
    const key = cacheKey(fingerprint(caller), { ...others, text: text.trim() });
    const found = fresh ? null : await cache.get(key);
    if (!fresh) count('searches', found === null ? 'miss' : 'hit');
    if (found !== null) return { ...found.value, words: text };
    const report = await next(query, signal);
    // This call is not awaited, so that the answer can continue with the results.
    if (report.outcome.status === 'ok') void cache.set(key, report);
    return report;
  };
}

/** A report has hits of at most two slots, and at most 50 of each. */
const MAX_HITS = 100;
const MAX_TEXT_CHARS = 20_000;
const MAX_ATTEMPTS = 100;

const hit = z
  .strictObject({
    url: storedUrl,
    title: storedLine,
    snippet: storedLine,
    text: z.string().max(MAX_TEXT_CHARS).exactOptional(),
    publishedAt: storedLine.exactOptional(),
    slot: storedSlot.exactOptional(),
    document: storedDocument.exactOptional(),
    collection: storedCollection.exactOptional(),
    preferredBy: storedPreference.exactOptional(),
  } satisfies Record<keyof Hit, z.ZodType>)
  .refine(isAddressOf);
const MAX_CHARS = 4 * 2 ** 20;

const schema = z.strictObject({
  words: z.string().max(MAX_TEXT_CHARS),
  outcome: z.strictObject({ status: z.literal('ok') }),
  hits: z.array(hit).min(1).max(MAX_HITS),
  slot: storedSlot.nullable(),
  trail: z.array(storedAttempt).max(MAX_ATTEMPTS),
});

/**
 * Parses a stored report of a search that had results. Null if the value is not a valid report: another
 * version may have stored unknown fields, and no report has more hits than the limits allow.
 */
export function parseReport(stored: unknown): SearchReport | null {
  const { success, data } = schema.safeParse(stored);
  return success ? data : null;
}

/** The cache of search results. */
export const searchPlan: Omit<CachePlan<SearchReport>, 'lifetimeMs'> = {
  name: 'search',
  graceMs: 0,
  maxChars: MAX_CHARS,
  parse: parseReport,
};
