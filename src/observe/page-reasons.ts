/**
 * Classes of reasons for skipping a page, in order: the first class whose words occur in the reason is used.
 */
const pageReasons: readonly (readonly [name: string, words: RegExp])[] = [
  ['too_late', /arrive in time|no answer within|took too long|no connection in time/],
  ['status', /answered with status/],
  ['not_public', /is not public|user name|only http/],
  ['redirect', /redirects/],
  ['too_large', /larger than|unpacks to/],
  ['kind', /content type|encoding|decompress|PDF|is not read|is not text/],
  ['no_text', /shows no text/],
  ['unreadable', /could not be read/],
  ['connection', /connection|host|name server|TLS|HTTP/],
];

/**
 * The class of a reason given in words. The words themselves may contain a status or a host, so they are not
 * used in metrics.
 */
export function pageReasonClass(reason: string): string {
  return pageReasons.find(([, words]) => words.test(reason))?.[0] ?? 'other';
}
