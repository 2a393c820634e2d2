/** How to treat a page that exceeds the size limit. */
export type WhenTooLarge = 'cut' | 'skip';

/**
 * The media types that can be read. Text can be cut at the limit, a PDF cannot. A page without a media type
 * is read as HTML; pages of other types are dropped after the headers.
 */
const READABLE: Readonly<Record<string, WhenTooLarge>> = {
  '': 'cut',
  'text/html': 'cut',
  'application/xhtml+xml': 'cut',
  'text/plain': 'cut',
  'text/markdown': 'cut',
  'text/x-markdown': 'cut',
  'application/ld+json': 'skip',
  'application/pdf': 'skip',
  'application/x-pdf': 'skip',
};

/** How to treat a page of this media type over the size limit; undefined for a type that cannot be read. */
export function whenTooLarge(mediaType: string): WhenTooLarge | undefined {
  return Object.hasOwn(READABLE, mediaType) ? READABLE[mediaType] : undefined;
}

/** The value of the Accept field. */
export const ACCEPT =
  'text/html, application/xhtml+xml, application/pdf;q=0.8, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1';

/**
 * Why a page is left out, in words that follow the name of the page: "it is larger than 2000000 bytes".
 * Contains no URL.
 */
export class PageProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PageProblem';
  }
}
