import { isIP } from 'node:net';

/** The URL if it is absolute, http or https, with a valid host and without credentials, or null. */
export function parseWebUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (!isHostName(url.hostname)) return null;
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * False for a host with an empty name before or between its dots, such as `.a` or `a..b`, which URL parsers
 * accept although it can have no address. Takes the `hostname` of a parsed URL.
 */
export function isHostName(hostname: string): boolean {
  return !/^\.|\.\./.test(hostname);
}

/**
 * The URL without user name, password, query and fragment, to be shown; of a `file:` URL, only the name of
 * the file. Empty if it is none.
 */
export function toPublicUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '';
  if (url.protocol === 'file:') return `file:${url.pathname.split('/').at(-1) ?? ''}`;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  const shown = url.href;
  // `new URL('http://a')` adds a slash.
  return url.pathname === '/' && !/^[a-z]+:\/\/[^/]+\//i.test(text) ? shown.replace(/\/$/, '') : shown;
}

/** The host without port or `www.`; "documents" for a document of this service; or empty. */
export function hostOf(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '';
  return isDocumentHost(url.hostname) ? 'documents' : url.hostname.replace(/^www\./, '');
}

/**
 * Placeholder for the address of this service, which is known only from a request or a setting. A name in
 * `.invalid` never resolves (RFC 2606), so an address that was not replaced by mistake leads nowhere.
 */
const HOST = 'documents.invalid';
const BASE = `http://${HOST}/`;

/**
 * The URL of a document that this service shows; `key` is its slot and path, with slashes. Only a
 * placeholder: the field `document` of a hit or source says that it is one.
 */
export function toDocumentUrl(key: string): string {
  return new URL(documentPath(key), BASE).href;
}

/** The slot and path of a document, percent-encoded. */
export function documentPath(key: string): string {
  return key
    .split('/')
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .join('/');
}

/** True for the host name of such URLs, which no web page, back-end, store or document may claim. */
export function isDocumentHost(hostname: string): boolean {
  return hostname.replace(/\.$/, '') === HOST;
}

/**
 * Whether an address and the path of a document belong together: a document has exactly the address that is
 * made from its path, and nothing else has an address at that host.
 */
export function isAddressOf({
  url,
  document,
}: {
  readonly url: string;
  readonly document?: string | undefined;
}) {
  if (document !== undefined) return toDocumentUrl(document) === url;
  return !isDocumentHost(URL.parse(url)?.hostname ?? '');
}

/** True for an address, also in the brackets of a URL, or `localhost`, that only this machine can reach. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

/** The first 64 bits of an IPv6 address; any other address is left as it is. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [start = [], end = []] = address
    .toLowerCase()
    .split('::', 2)
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
