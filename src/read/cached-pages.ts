import { z } from 'zod';
import type { Cache } from '../cache/cache.ts';
import { cacheKey } from '../cache/cache-key.ts';
import type { CountCacheLookup } from '../core/cache-count.ts';
import { storedUrl } from '../core/stored.ts';
import type { Page } from '../core/terms.ts';
import type { ReadPage } from './read.ts';

/** How pages are kept. */
export type PageKeeping = {
  readonly cache: Cache<Page>;
  /** Stands for all settings that the text of a page depends on. */
  readonly fingerprint: string;
  /** False for pages that shall be read in any case; their text is kept for the others. */
  readonly mayUseKept: boolean;
  readonly count: CountCacheLookup;
};

/** The same reading of one page that keeps its text. A page that could not be read is not kept. */
export function cachedPages(
  readPage: ReadPage,
  { cache, fingerprint, mayUseKept, count }: PageKeeping,
): ReadPage {
  return async function readKeptPage(url, signal) {
    const key = cacheKey(fingerprint, url);
    const found = mayUseKept ? await cache.get(key) : null;
    if (mayUseKept) count('pages', found === null ? 'miss' : 'hit');
    if (found !== null) return { status: 'read', page: found.value };
    const outcome = await readPage(url, signal);
    if (outcome.status === 'read') void cache.set(key, outcome.page);
    return outcome;
  };
}

/** One entry for each field of a page, so that a new field cannot be forgotten here. */
const schema = z.strictObject({
  url: storedUrl,
  title: z.string(),
  text: z.string(),
  language: z.string().nullable(),
  publishedAt: z.string().nullable(),
  siteName: z.string().nullable(),
} satisfies Record<keyof Page, z.ZodType>);

/** A page out of what a store gave back, or null: also where a field is unknown, as of another version of the service. */
export function parsePage(stored: unknown): Page | null {
  const { success, data } = schema.safeParse(stored);
  return success ? data : null;
}
