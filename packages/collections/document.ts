import { isIP } from 'node:net';
import { isMetadataHost, isPublicAddress } from '@sayso/text/addresses.ts';
import { collapse, toSnippet } from '@sayso/text/text.ts';
import { isDocumentHost, parseWebUrl } from '@sayso/text/url.ts';

/** A file that did not become a document; `path` is its path or, if it has none, its URL. */
export type Refusal = { readonly path: string; readonly reason: string };

const MAX_TITLE_CHARS = 120;
/** Titles that programs write if the author did not set one: a file name or a placeholder. */
const UNWRITTEN = new RegExp(
  String.raw`^(?:untitled(?:[ -]?\d+)?|unbenannt\d*|sans titre\d*|document\d*` +
    String.raw`|(?:powerpoint )?presentation\d*|microsoft word - .*|.*\.(?:docx?|odt|rtf|tex|indd` +
    '|dvi|pages|pptx?|xlsx?))$',
  'i',
);

/** The first meaningful title of a document, at most 120 characters, or the words of its file name. */
export function documentTitle(path: string, ...titles: readonly (string | null | undefined)[]): string {
  for (const title of titles) {
    const written = collapse(title ?? '');
    if (hasWords(written) && !UNWRITTEN.test(written)) return toSnippet(written, MAX_TITLE_CHARS);
  }
  return toSnippet(nameInWords(path), MAX_TITLE_CHARS);
}

/** Turns `guide/user_guide-2.md` into "user guide 2". */
function nameInWords(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const bare = dot > 0 ? name.slice(0, dot) : name;
  return collapse(bare.replace(/[_-]+/g, ' ')) || name;
}

/** Ends a heading like a sentence, so that it does not run into the following text. */
export function asSentence(text: string): string {
  return !hasWords(text) || /[.!?:;。！？…]$/u.test(text) ? text : `${text}.`;
}

/** False for text without a letter or digit, such as the remains of a line of badges. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

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
