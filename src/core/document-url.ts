/**
 * Placeholder for the address of this service, which only a request or a setting can tell. A name in
 * `.invalid` never resolves (RFC 2606), so an address that is not replaced by mistake leads nowhere.
 */
const HOST = 'documents.invalid';
const BASE = `http://${HOST}/`;

/** The URL of a document that this service shows; `key` is its slot and path, with slashes. */
export function toDocumentUrl(key: string): string {
  const encoded = key.split('/').map((name) => encodeURIComponent(name.toWellFormed()));
  return new URL(encoded.join('/'), BASE).href;
}

/** The part after the base in the URL of such a document, percent-encoded; null for any other URL. */
export function documentUrlPath(url: string): string | null {
  return url.startsWith(BASE) ? url.slice(BASE.length) : null;
}

/** True for the host name of such URLs. */
export function isDocumentHost(hostname: string): boolean {
  return hostname === HOST;
}
