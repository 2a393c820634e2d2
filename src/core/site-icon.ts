/** The icon of a web site, as an image that is safe to send to a browser. */
export type SiteIcon = { readonly mediaType: string; readonly bytes: Uint8Array };

/**
 * Finds the icon of a site by its origin (`https://example.org`); null if there is none. Rejects only when
 * aborted.
 */
export type FindSiteIcon = (origin: string, signal: AbortSignal) => Promise<SiteIcon | null>;
