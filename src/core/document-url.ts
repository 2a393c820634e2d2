/**
 * Stands for the address of this service, which only a request or a setting tells. A name in `.invalid` never resolves
 * (RFC 2606), so an address that slips out unchanged leads nowhere.
 */
const HOST = 'documents.invalid';
const BASE = `http://${HOST}/`;

/** The URL of a document that the service itself shows: `key` is its slot and path, with slashes. */
export function toDocumentUrl(key: string): string {
  const encoded = key.split('/').map((name) => encodeURIComponent(name.toWellFormed()));
  return new URL(encoded.join('/'), BASE).href;
}

/** What follows the base in the URL of such a document, percent-encoded; null for every other URL. */
export function documentUrlPath(url: string): string | null {
  return url.startsWith(BASE) ? url.slice(BASE.length) : null;
}

/** True for the host name of such URLs. */
export function isDocumentHost(hostname: string): boolean {
  return hostname === HOST;
}
