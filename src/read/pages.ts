import type { FindSiteIcon, SiteIcon } from '../core/service.ts';
import { createPageFetch, type PageFetch } from '../net/page-fetch.ts';
import { cachedPages, type PageCaching } from './cached-pages.ts';
import { createExtractorPool } from './extractor-pool.ts';
import type { PageFallback } from './fallback/page-fallback.ts';
import { createRead, MAX_PAGES_READ } from './read.ts';
import { createReadPage } from './read-page.ts';

/** The time limit of an icon, in milliseconds. */
const ICON_TIMEOUT_MS = 4_000;

/** Room for the captions that arrive at a time; a file of them may have two megabytes, as a page. */
const MAX_CAPTIONS_BYTES = 16_000_000;

/** Options for reading pages. */
export type PagesOptions = Pick<Parameters<typeof createPageFetch>[0], 'userAgent' | 'allow' | 'proxy'> & {
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the icons of sources' sites are found. */
  readonly siteIcons: boolean;
  /** Null if pages are not cached. */
  readonly caching: PageCaching | null;
  /** Renders pages that show their text only in a browser; null if there is none. */
  readonly fallback: PageFallback | null;
  /** Called when a thread that reads pages failed. */
  onFault(error: unknown): void;
};

/** Reads pages and fetches the icons of their sites; `close` stops both. */
export function createPages({ userAgent, allow, timeoutMs, siteIcons, caching, ...options }: PagesOptions) {
  const { fallback, onFault, proxy = null } = options;
  const fetching = createPageFetch({ userAgent, allow, proxy });
  const icons = createPageFetch({
    userAgent,
    allow,
    proxy,
    mediaTypes: ICON_TYPES,
    maxBytes: MAX_ICON_BYTES,
    timeoutMs: ICON_TIMEOUT_MS,
  });
  const videos = createPageFetch({
    userAgent,
    allow,
    proxy,
    mediaTypes: 'any',
    maxTotalBytes: MAX_CAPTIONS_BYTES,
  });
  const pool = createExtractorPool({ onFault });
  const uncached = createReadPage(fetching, pool, { fallback, videoPages: videos });
  const readPage = caching === null ? uncached : cachedPages(uncached, caching);
  return {
    readPage,
    reading: {
      read: createRead(readPage),
      timeoutMs,
      renderMs: fallback?.timeoutMs ?? 0,
      maxPages: MAX_PAGES_READ,
    },
    siteIcon: siteIcons ? createSiteIcons(icons) : null,
    /** Renders a page to see whether the fallback works; nothing is reported if there is none. */
    diagnose: async (signal: AbortSignal) => (fallback === null ? [] : [await fallback.diagnose(signal)]),
    close: async () => {
      await Promise.all([fetching, icons, videos, fallback, pool].map((part) => part?.close()));
    },
  };
}

/** The maximum size of an icon, in bytes. */
export const MAX_ICON_BYTES = 32_768;
/** The number of sites whose icon, or lack of one, is cached: 8 MB of icons. */
const MAX_SITES = 256;
const ICON_MS = 24 * 3_600_000;
const MISSING_ICON_MS = 3_600_000;
/** The number of icons fetched at the same time. Beyond this number, sites have no icon for now. */
const MAX_AT_ONCE = 16;

/** Accepted media types; the first bytes decide what an icon really is. */
export const ICON_TYPES: ReadonlySet<string> = new Set([
  ...['image/x-icon', 'image/vnd.microsoft.icon', 'image/ico', 'image/png', 'image/webp'],
  'application/octet-stream',
]);

type CachedIcon = { readonly icon: SiteIcon | null; readonly untilMs: number };

/** Fetches `/favicon.ico` of sites under the page policy, each at most once a day. */
export function createSiteIcons(fetching: PageFetch): FindSiteIcon {
  const cached = new Map<string, CachedIcon>();
  let underWay = 0;

  function cache(origin: string, icon: SiteIcon | null): void {
    cached.delete(origin);
    cached.set(origin, { icon, untilMs: Date.now() + (icon === null ? MISSING_ICON_MS : ICON_MS) });
    const [oldest] = cached.keys();
    if (cached.size > MAX_SITES && oldest !== undefined) cached.delete(oldest);
  }

  return async (origin, signal) => {
    const cachedIcon = cached.get(origin);
    if (cachedIcon !== undefined && cachedIcon.untilMs > Date.now()) return cachedIcon.icon;
    if (underWay >= MAX_AT_ONCE) return null;
    underWay++;
    try {
      const page = await fetching.fetch(`${origin}/favicon.ico`, signal);
      const icon = page.status === 'fetched' ? toIcon(page.body) : null;
      cache(origin, icon);
      return icon;
    } finally {
      underWay--;
    }
  };
}

/** Recognises PNG, ICO and WebP by their first bytes. SVG is refused: it can contain a script. */
function toIcon(bytes: Uint8Array): SiteIcon | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { mediaType: 'image/png', bytes };
  if (start.startsWith('\0\0\x01\0')) return { mediaType: 'image/x-icon', bytes };
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  return isWebp ? { mediaType: 'image/webp', bytes } : null;
}
