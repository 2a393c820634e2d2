import { isIP } from 'node:net';
import { isMetadataHost, isPublicAddress } from '@sayso/text/addresses.ts';
import { toSnippet } from '@sayso/text/text.ts';
import { isDocumentHost, parseWebUrl } from '@sayso/text/url.ts';
import { CollectionProblem } from './store.ts';

/** As for the results of other searches. */
const MAX_URL_CHARS = 2_048;

/** The place of a document: an http(s) URL, or only the path at which the service shows it. */
type DocumentAddress = {
  readonly url: string | null;
  readonly path: string;
  /** Set if the document gives an unusable address. */
  readonly remark?: string;
};

/**
 * The address of a document: the http(s) URL that it gives (`named`), resolved against `baseUrl`, unless it
 * is private or too long; otherwise `baseUrl` plus its path; otherwise only its path, at which the service
 * shows it.
 */
export function documentAddress(
  path: string,
  named: string | null | undefined,
  baseUrl: URL | null,
): DocumentAddress {
  const stated = named ? resolve(named, baseUrl) : null;
  const whyNot = stated === null ? 'is not an http or https URL' : whyUnused(stated, baseUrl);
  if (stated !== null && whyNot === null) return { url: stated.href, path };
  const address = { url: baseUrl === null ? null : urlOfPath(path, baseUrl).href, path };
  if (!named) return address;
  return { ...address, remark: `its address "${toSnippet(named, 80)}" ${whyNot} and is not used` };
}

/**
 * Why answers must not link to this address, which anyone who wrote the document could have chosen: a link to
 * a private address can change the settings of a device in the reader's network. The operator's own
 * `baseUrl` may be private.
 */
function whyUnused({ href, hostname }: URL, baseUrl: URL | null): string | null {
  if (href.length > MAX_URL_CHARS) return `is longer than ${MAX_URL_CHARS} characters`;
  if (isDocumentHost(hostname)) return 'stands for this service';
  if (hostname === baseUrl?.hostname) return null;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
  return isPrivate || isMetadataHost(hostname) ? 'is private' : null;
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

/** The address where a folder is published, which ends with a slash. */
export function parseBase(text: string): URL {
  const base = parseWebUrl(text);
  if (base === null || base.search !== '' || base.hash !== '')
    throw new CollectionProblem(`The base URL "${text}" is not an http or https URL without ? and #.`);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}
