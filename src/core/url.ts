import { isDocumentHost } from './document-url.ts';

/** The parsed URL if it is an absolute http or https URL without user name and password, otherwise null. */
export function parseWebUrl(text: string): URL | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * The URL without user name, password, query and fragment, so that it can be shown. Empty if it is not a URL.
 */
export function toPublicUrl(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  if (url.protocol === 'file:') return `file:${url.pathname.split('/').at(-1) ?? ''}`;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  const shown = url.href;
  // `new URL('http://a')` adds a slash.
  return url.pathname === '/' && !/^[a-z]+:\/\/[^/]+\//i.test(text) ? shown.replace(/\/$/, '') : shown;
}

/**
 * The host as people say it, without the port and a leading `www.`; "documents" for a document that this
 * service shows. Empty if it is not a URL.
 */
export function hostOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { hostname } = new URL(text);
  return isDocumentHost(hostname) ? 'documents' : hostname.replace(/^www\./, '');
}
