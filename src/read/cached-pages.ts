import { z } from 'zod';
import { type Cache, type CachePlan, type CountCacheLookup, cacheKey } from '../cache/cache.ts';
import { storedLine, storedUrl } from '../cache/stored.ts';
import { FALLBACK_KINDS, type Page } from '../core/source.ts';
import { MAX_PAGE_BYTES } from '../net/page-body.ts';
import type { ReadPage } from './read.ts';

const MAX_CHARS = 16 * 2 ** 20;

/** Options for caching pages. */
type PageCaching = {
  readonly cache: Cache<Page>;
  /** Identifies all settings that affect the text of a page. */
  readonly fingerprint: string;
  /** Called for each look-up. */
  readonly count: CountCacheLookup;
};

/**
 * Wraps the reading of one page so that its text is cached. A page that could not be read, or only in part,
 * is not cached.
 */
export function cachedPages(readPage: ReadPage, { cache, fingerprint, count }: PageCaching): ReadPage {
  return async function readCachedPage(url, signal, options = {}) {
    const { fresh = false } = options;
    const key = cacheKey(fingerprint, url);
    const found = fresh ? null : await cache.get(key);
    if (!fresh) count('pages', found === null ? 'miss' : 'hit');
    if (found !== null) return { status: 'read', page: found.value };
    const outcome = await readPage(url, signal, options);
    if (outcome.status === 'read' && outcome.isPartial !== true) void cache.set(key, outcome.page);
    return outcome;
  };
}

/** One entry for each field of a page, so that a new field does not compile until it is listed here. */
const schema = z.strictObject({
  url: storedUrl,
  title: storedLine,
  text: z.string().max(MAX_PAGE_BYTES),
  main: z
    .array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]).readonly())
    .readonly()
    .exactOptional(),
  language: storedLine.nullable(),
  publishedAt: storedLine.nullable(),
  siteName: storedLine.nullable(),
  author: storedLine.nullable(),
  imageUrl: storedUrl.exactOptional(),
  readAt: z.iso.datetime().exactOptional(),
  renderedBy: z.enum(FALLBACK_KINDS).exactOptional(),
} satisfies Record<keyof Page, z.ZodType>);

/**
 * Validates a page from the store; null if it is invalid or has an unknown field, as is possible for a page
 * that another version stored.
 */
export function parsePage(stored: unknown): Page | null {
  const { success, data } = schema.safeParse(stored);
  return success ? data : null;
}

/**
 * The cache of pages. A page is about a hundred times as large as an answer, but pages are read for fewer
 * questions, so they get as much memory as answers and searches together.
 */
export const pagePlan: Omit<CachePlan<Page>, 'lifetimeMs'> = {
  name: 'page',
  graceMs: 0,
  maxChars: MAX_CHARS,
  parse: parsePage,
};
