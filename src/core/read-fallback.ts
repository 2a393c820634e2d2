/** The kinds of service that render pages: any Chrome over the DevTools Protocol, and three with an API. */
export const FALLBACK_KINDS = ['cdp', 'crawl4ai', 'firecrawl', 'jina'] as const;

/** The kind of service that rendered a page. */
export type FallbackKind = (typeof FALLBACK_KINDS)[number];
