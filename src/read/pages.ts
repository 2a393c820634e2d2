import { createPageFetch } from '../net/page-fetch.ts';
import { cachedPages, type PageKeeping } from './cached-pages.ts';
import { createExtractorPool } from './extractor-pool.ts';
import { createRead, MAX_PAGES_READ } from './read.ts';
import { createReadPage } from './read-page.ts';
import { createSiteIcons, ICON_TYPES, MAX_ICON_BYTES } from './site-icons.ts';

/** The time limit of an icon, in milliseconds. */
const ICON_TIMEOUT_MS = 4_000;

/** How pages are read. */
export type PagesOptions = Pick<Parameters<typeof createPageFetch>[0], 'userAgent' | 'allow'> & {
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the icons of sources' sites are found. */
  readonly siteIcons: boolean;
  /** Null if pages are not kept. */
  readonly keeping: Omit<PageKeeping, 'mayUseKept'> | null;
  /** Called when a thread that reads pages failed. */
  onFault(error: unknown): void;
};

/** Reads pages and fetches the icons of their sites; `close` ends both. */
export function createPages({ userAgent, allow, timeoutMs, siteIcons, keeping, onFault }: PagesOptions) {
  const fetching = createPageFetch({ userAgent, allow });
  const icons = createPageFetch({
    userAgent,
    allow,
    mediaTypes: ICON_TYPES,
    maxBytes: MAX_ICON_BYTES,
    timeoutMs: ICON_TIMEOUT_MS,
  });
  const pool = createExtractorPool({ onFault });
  const readPage = createReadPage(fetching, pool);
  const readOne = (mayUseKept: boolean) =>
    keeping === null ? readPage : cachedPages(readPage, { ...keeping, mayUseKept });
  return {
    readPage: readOne(true),
    readingOf: (mayUseKept: boolean) => ({
      read: createRead(readOne(mayUseKept)),
      timeoutMs,
      maxPages: MAX_PAGES_READ,
    }),
    siteIcon: siteIcons ? createSiteIcons(icons) : null,
    close: async () => {
      await Promise.all([fetching.close(), icons.close(), pool.close()]);
    },
  };
}
