import { createPageFetch } from '../net/page-fetch.ts';
import { cachedPages } from './cached-pages.ts';
import { createExtractorPool } from './extractor-pool.ts';
import type { PageFallback } from './fallback/page-fallback.ts';
import { createPagePictures } from './images/page-pictures.ts';
import { createSiteIcons } from './images/site-icons.ts';
import { MAX_PAGES_READ, readHits } from './read.ts';
import { createReadPage } from './read-page.ts';
import type { Read } from './reading.ts';

/** Options for reading pages. */
type PagesOptions = Pick<Parameters<typeof createPageFetch>[0], 'userAgent' | 'allow' | 'proxy'> & {
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Null if pages are not cached. */
  readonly caching: Parameters<typeof cachedPages>[1] | null;
  /** Renders pages that show their text only in a browser; null if there is none. */
  readonly fallback: PageFallback | null;
  /** Called when a thread that reads pages failed. */
  onFault(error: unknown): void;
};

/** Reads pages, and fetches their pictures and the icons of their sites; `close` stops all. */
export function createPages({ userAgent, allow, timeoutMs, caching, ...options }: PagesOptions) {
  const { fallback, onFault, proxy = null } = options;
  const fetching = createPageFetch({ userAgent, allow, proxy });
  const icons = createSiteIcons({ userAgent, allow, proxy });
  const pagePictures = createPagePictures({ userAgent, allow, proxy, onFault });
  const pool = createExtractorPool({ onFault });
  const uncached = createReadPage(fetching, pool, { fallback });
  const readPage = caching === null ? uncached : cachedPages(uncached, caching);
  const read: Read = (...order) => readHits(readPage, ...order);
  return {
    readPage,
    reading: {
      read,
      timeoutMs,
      renderMs: fallback?.timeoutMs ?? 0,
      maxPages: MAX_PAGES_READ,
    },
    siteIcon: icons.find,
    picture: pagePictures.find,
    /** Renders a page to see whether the fallback works; nothing is reported if there is none. */
    diagnose: async (signal: AbortSignal) => (fallback === null ? [] : [await fallback.diagnose(signal)]),
    close: async () => {
      const all = [fetching, icons, pagePictures, fallback, pool];
      await Promise.all(all.map((part) => part?.close()));
    },
  };
}
