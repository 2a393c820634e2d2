/** What can be done with a page that is larger than what is read of one. */
export type WhenTooLarge = 'cut' | 'skip';

/**
 * The media types that can be read. A text is useful without its end, a PDF is not. A page without a type is read like
 * HTML; any other type is dropped after the headers.
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

/** What to do with a page of this media type over the size limit; undefined for a type that cannot be read at all. */
export function whenTooLarge(mediaType: string): WhenTooLarge | undefined {
  return Object.hasOwn(READABLE, mediaType) ? READABLE[mediaType] : undefined;
}

/** What is asked for, as the value of an Accept field. */
export const ACCEPT =
  'text/html, application/xhtml+xml, application/pdf;q=0.8, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1';
