import { ownValue } from '../lib/text/own-value.ts';

/** The largest page that is read, in decompressed bytes. Its text may have as many characters. */
export const MAX_PAGE_BYTES = 2_000_000;

/** How to treat a page that exceeds the size limit. */
export type WhenTooLarge = 'cut' | 'skip';

/** The media types of pages that can be read. Text can be cut at the limit; JSON and PDF cannot. */
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

/** The value of the Accept field of requests for pages. */
export const ACCEPT =
  'text/html, application/xhtml+xml, application/pdf;q=0.8, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1';

/** How to treat a page of this media type that is too large; undefined if it cannot be read. */
export function whenTooLarge(mediaType: string): WhenTooLarge | undefined {
  return ownValue(READABLE, mediaType);
}
