import type { Settings } from './config/settings.ts';
import type { Keeping } from './keeping.ts';
import { createPageFetch } from './net/page-fetch.ts';
import type { Log } from './observe/log.ts';
import { cachedPages } from './read/cached-pages.ts';
import { createExtractorPool } from './read/extractor-pool.ts';
import { createRead, MAX_PAGES_READ } from './read/read.ts';
import { createReadPage } from './read/read-page.ts';
import { createSiteIcons, ICON_TYPES, MAX_ICON_BYTES } from './read/site-icons.ts';

/** The time limit of an icon, in milliseconds. */
const ICON_TIMEOUT_MS = 4_000;

/** Reads pages and fetches the icons of their sites; `close` ends both. */
export function createPages(
  settings: Settings,
  { userAgent, keeping, log }: { userAgent: string; keeping: Keeping; log: Log },
) {
  const fetching = createPageFetch({ userAgent, allow: settings.pageAllow });
  const icons = createPageFetch({
    userAgent,
    allow: settings.pageAllow,
    mediaTypes: ICON_TYPES,
    maxBytes: MAX_ICON_BYTES,
    timeoutMs: ICON_TIMEOUT_MS,
  });
  const pool = createExtractorPool({
    onFault: (error) => log.warn({ err: error }, 'a thread that reads pages failed'),
  });
  const readPage = createReadPage(fetching, pool);
  const readOne = (mayUseKept: boolean) =>
    keeping.pages === null ? readPage : cachedPages(readPage, { ...keeping.pages, mayUseKept });
  return {
    readPage: readOne(true),
    readingOf: (mayUseKept: boolean) => ({
      read: createRead(readOne(mayUseKept)),
      timeoutMs: settings.readTimeoutMs,
      maxPages: MAX_PAGES_READ,
    }),
    siteIcon: settings.siteIcons ? createSiteIcons(icons) : null,
    close: async () => {
      await Promise.all([fetching.close(), icons.close(), pool.close()]);
    },
  };
}
