import { toSnippet } from '../../core/text.ts';
import { parseWebUrl } from '../../core/url.ts';

/** The place of a document: an http(s) URL, or a path of this service. */
export type DocumentAddress = ({ readonly url: string } | { readonly path: string }) & {
  /** Set if the document gives an unusable address. */
  readonly remark?: string;
};

/**
 * The address of a document: the http(s) URL that it gives, resolved against `baseUrl`; otherwise `baseUrl`
 * plus its path; otherwise only its path, at which the service shows it.
 */
export function documentAddress(
  path: string,
  named: string | null | undefined,
  baseUrl: URL | null,
): DocumentAddress {
  const own = named ? resolve(named, baseUrl) : null;
  if (own !== null) return { url: own.href };
  const address = baseUrl === null ? { path } : { url: urlOfPath(path, baseUrl).href };
  if (!named) return address;
  return {
    ...address,
    remark: `its address "${toSnippet(named, 80)}" is not an http or https URL and is not used`,
  };
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
