import { toSnippet } from '../../core/text.ts';
import { parseWebUrl } from '../../core/url.ts';

/**
 * The http(s) URL of a document: the one it names, resolved against `baseUrl`, else `baseUrl` plus its path; or in words
 * why it has none.
 */
export function documentAddress(
  path: string,
  named: string | null | undefined,
  baseUrl: URL | null,
): { readonly url: string } | { readonly reason: string } {
  const url = named ? resolve(named, baseUrl) : baseUrl && urlOfPath(path, baseUrl);
  return url === null ? { reason: whyWithoutUrl(named) } : { url: url.href };
}

function resolve(address: string, baseUrl: URL | null): URL | null {
  if (baseUrl === null || !URL.canParse(address, baseUrl)) return parseWebUrl(address);
  return parseWebUrl(new URL(address, baseUrl).href);
}

function urlOfPath(path: string, baseUrl: URL): URL {
  const url = new URL(baseUrl);
  const encoded = path.split('/').map((name) => encodeURIComponent(name.toWellFormed()));
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encoded.join('/')}`;
  return url;
}

function whyWithoutUrl(named: string | null | undefined): string {
  if (named) return `its address "${toSnippet(named, 80)}" is not an http or https URL`;
  return 'it has no address: neither a url in its front matter nor a canonical link, and no --base-url was given';
}
