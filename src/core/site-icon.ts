/** The icon of a web site, as an image that a browser may be given. */
export type SiteIcon = { readonly mediaType: string; readonly bytes: Uint8Array };

/** Finds the icon of a site by its origin (`https://example.org`); null where it has none. Rejects only with the signal's reason. */
export type FindSiteIcon = (origin: string, signal: AbortSignal) => Promise<SiteIcon | null>;
