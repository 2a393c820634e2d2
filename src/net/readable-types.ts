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

/** How to treat a page of this media type that is too large; undefined if only its bytes can say. */
export function whenTooLarge(mediaType: string): WhenTooLarge | undefined {
  return ownValue(READABLE, mediaType);
}

/** Only this many bytes of a page are looked at to find out what it is. */
const SNIFFED_BYTES = 1_000;
/** HTML begins so, maybe behind a declaration of XML, comments and a byte order mark, here in Latin-1. */
const MARKUP =
  /^(?:ï»¿|ÿþ|þÿ)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,900}?-->\s*)*<(?:!doctype html|html|head|body|title|meta)\b/i;

/** What the first bytes of a page say it is, whatever its type; null if they do not say. */
export function kindByBytes(bytes: Uint8Array): 'pdf' | 'html' | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SNIFFED_BYTES));
  if (/^[\s\S]{0,20}%PDF-\d/.test(head)) return 'pdf';
  // In UTF-16, every other byte of markup is zero.
  return MARKUP.test(head.replaceAll('\0', '')) ? 'html' : null;
}
