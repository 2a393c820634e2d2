import { createPageFetch } from '../net/page-fetch.ts';
import { cachedPages } from './cached-pages.ts';
import { createExtractorPool } from './extractor-pool.ts';
import type { PageFallbackOptions } from './fallback/page-fallback.ts';
import { createPagePictures } from './images/page-pictures.ts';
import { createSiteIcons } from './images/site-icons.ts';
import { MAX_PAGES_READ, type PageReader, readHits } from './read.ts';
import { createReadPage } from './read-page.ts';

/** Options for reading pages. */
type PagesOptions = Pick<Parameters<typeof createPageFetch>[0], 'userAgent' | 'allow' | 'proxy'> & {
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Null if pages are not cached. */
  readonly caching: Parameters<typeof cachedPages>[1] | null;
  /** The service that renders pages that show their text only in a browser; null if there is none. */
  readonly fallback: Pick<PageFallbackOptions, 'url' | 'kind' | 'key'> | null;
  readonly upstream: PageFallbackOptions['upstream'];
  readonly log: { warn(fields: object, message: string): void };
};

/** The limits of rendering for one question; the time is in addition to that for reading. */
const RENDERING = { maxPages: 2, timeoutMs: 5000 } as const;

/** Reads pages, and fetches their pictures and the icons of their sites; `close` stops all. */
export async function openPages({ timeoutMs, caching, log, upstream, ...options }: PagesOptions) {
  const { userAgent, allow, proxy = null } = options;
  const onFault = (error: unknown) => log.warn({ err: error }, 'a thread that reads pages failed');
  const rendering = { ...RENDERING, userAgent, allow, proxy, upstream };
  const fallback = options.fallback && (await openFallback({ ...rendering, ...options.fallback }, log));
  const fetching = createPageFetch({ userAgent, allow, proxy });
  const icons = createSiteIcons({ userAgent, allow, proxy });
  const pagePictures = createPagePictures({ userAgent, allow, proxy, onFault });
  const pool = createExtractorPool({ onFault });
  const uncached = createReadPage(fetching, pool, { fallback });
  const readPage = caching === null ? uncached : cachedPages(uncached, caching);
  return {
    readPage,
    reader: {
      read: (...order) => readHits(readPage, ...order),
      timeoutMs,
      renderMs: fallback?.timeoutMs ?? 0,
      maxPages: MAX_PAGES_READ,
    } satisfies PageReader,
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

/** The code of the fallback is loaded only if there is one. */
async function openFallback(options: Omit<PageFallbackOptions, 'onSuspend'>, log: PagesOptions['log']) {
  const { createPageFallback } = await import('./fallback/page-fallback.ts');
  return createPageFallback({
    ...options,
    onSuspend: (cause) => log.warn({ cause }, 'the browser for pages is suspended'),
  });
}
