import type { IncomingHttpHeaders } from 'node:http';
import { escapeHtml } from '../../core/escape-html.ts';
import { askerOf } from './search-page/asker.ts';

const HEAD = /<head>/;
const HTML = /<html /;

/**
 * The page for an address with parameters. Without script it goes on to the plain document with the same question. With script,
 * `data-ask` says whether the page may ask at once: `yes` when the visitor asked, `keyless` when the browser says nothing
 * about it and the tab holds no key; absent when another site sent the visitor here without a click.
 */
export function toPageDocument(page: string, question: string, headers: IncomingHttpHeaders): string {
  const target = escapeHtml(`search?q=${encodeURIComponent(question)}`);
  const refresh = `<noscript><meta http-equiv="refresh" content="0;url=${target}"></noscript>`;
  const ask = askOf(headers);
  return page
    .replace(HTML, () => (ask === null ? '<html ' : `<html data-ask="${ask}" `))
    .replace(HEAD, () => `<head>${question === '' ? '' : refresh}`);
}

/** Browsers say where a request comes from (W3C Fetch Metadata), but not over plain http. */
function askOf(headers: IncomingHttpHeaders): 'yes' | 'keyless' | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return 'keyless';
  if (site === 'none' || site === 'same-origin') return 'yes';
  return headers['sec-fetch-user'] === '?1' && askerOf(headers) === 'reader' ? 'yes' : null;
}
