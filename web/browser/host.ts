/**
 * The host of an address without `www.`; empty if the address has no host, or is of a document that this
 * service serves itself.
 */
export function hostOf(url: string): string {
  if (!URL.canParse(url) || isServedHere(url)) return '';
  return new URL(url).hostname.replace(/^www\./, '');
}

/** True if this service serves the address itself: it is one of the operator's documents. */
export function isServedHere(url: string): boolean {
  return URL.canParse(url) && new URL(url).host === globalThis.location?.host;
}
