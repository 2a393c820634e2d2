import type { IncomingHttpHeaders } from 'node:http';
import { escapeHtml } from '../../core/escape-html.ts';
import { askerOf } from './search-page/asker.ts';

const HEAD = /<head>/;
const HTML = /<html /;

/**
 * The page for an address with parameters. Without script, the browser continues to the plain document with
 * the same question. With script, `data-ask` says whether the page may ask at once: `yes` if the visitor
 * asked, `keyless` if the browser does not say and the tab has no key; absent if another site sent the
 * visitor without a click.
 */
export function toPageDocument(page: string, question: string, headers: IncomingHttpHeaders): string {
  const target = escapeHtml(`search?q=${encodeURIComponent(question)}`);
  const refresh = `<noscript><meta http-equiv="refresh" content="0;url=${target}"></noscript>`;
  const ask = askOf(headers);
  return page
    .replace(HTML, () => (ask === null ? '<html ' : `<html data-ask="${ask}" `))
    .replace(HEAD, () => `<head>${question === '' ? '' : refresh}`);
}

/** Browsers report where a request comes from (W3C Fetch Metadata), but not over plain http. */
function askOf(headers: IncomingHttpHeaders): 'yes' | 'keyless' | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return 'keyless';
  if (site === 'none' || site === 'same-origin') return 'yes';
  return headers['sec-fetch-user'] === '?1' && askerOf(headers) === 'reader' ? 'yes' : null;
}
