import { isMetadataHost } from '@sayso/text/addresses.ts';
import { cleanText } from '@sayso/text/clean-text.ts';
import { collapse, toSnippet } from '@sayso/text/text.ts';
import { hostOf, isDocumentHost, parseWebUrl } from '@sayso/text/url.ts';
import { readIsoDate } from '@sayso/text/written-date.ts';
import { decodeHTMLStrict } from 'entities/decode';
import type { Hit } from '../core/source.ts';
import { scopeTest } from './scope.ts';
import type { SearchQuery } from './search.ts';

/** A result as received from a back-end; none of its content is trusted. */
export type RawHit = {
  readonly url: string;
  readonly title?: string | undefined;
  readonly snippet?: string | undefined;
  /** Plain text of the page itself. */
  readonly text?: string | undefined;
  /** An ISO 8601 date or date and time; anything else is ignored. */
  readonly publishedAt?: string | undefined;
};

const MAX_URL_CHARS = 2_048;
const MAX_TITLE_CHARS = 300;
const MAX_SNIPPET_CHARS = 2_000;
const MAX_TEXT_CHARS = 20_000;

/** Results after this many are rarely relevant. */
const MAX_CONSIDERED = 50;

/**
 * Returns the best `limit` usable results in the scope: plain text of limited length, http(s) URLs, each
 * page once, without copies on other hosts. They keep the engine's order, except that the third and later
 * results of a site come last. Private addresses are kept, because an internal wiki is a valid source;
 * link-local and metadata addresses are dropped, and so is the host that stands for the service itself. A result without a title gets its host as title.
 */
export function toHits(
  raw: readonly RawHit[],
  { limit, scope }: Pick<SearchQuery, 'limit' | 'scope'>,
): Hit[] {
  const isInside = scopeTest(scope);
  const usable: { readonly result: RawHit; readonly url: URL }[] = [];
  const seen = new Set<string>();
  for (const result of raw) {
    if (usable.length >= MAX_CONSIDERED) break;
    const text = result.url.length <= MAX_URL_CHARS ? withoutEnd(result.url.trim()) : '';
    const url = parseWebUrl(text);
    if (url === null || isMetadataHost(url.hostname) || isDocumentHost(url.hostname)) continue;
    const key = canonicalUrl(url);
    if (seen.has(key) || isInside?.({ url: url.href, ...dateOf(result) }) === false) continue;
    seen.add(key);
    usable.push({ result: { ...result, url: text }, url });
  }
  const isMirror = createMirrorFilter();
  const hits: Hit[] = [];
  for (const { result, url } of balanceSites(usable, (usableHit) => usableHit.url)) {
    if (hits.length >= limit) break;
    const hit = toHit(result, url);
    if (!isMirror(hit)) hits.push(hit);
  }
  return hits;
}

function toHit(raw: RawHit, url: URL): Hit {
  const hit = {
    url: shownUrl(raw.url, url),
    title: plainText(raw.title ?? '', MAX_TITLE_CHARS) || hostOf(url.href),
    snippet: plainText(raw.snippet ?? '', MAX_SNIPPET_CHARS),
    ...dateOf(raw),
  };
  const text = plainLines(raw.text ?? '', MAX_TEXT_CHARS);
  return text === '' ? hit : { ...hit, text };
}

/** Marks that end what stands around an address, and the marks that open it. */
const CLOSING: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '>': '<',
  '»': '«',
  '”': '“',
};
/** No more marks are cut off. */
const MOST_MARKS = 4;
const ENDING = /[,;:'"’]$/u;

/**
 * An address without the marks behind it that belong to the text in which it was found: `/guide:`, `/terms)`.
 * A bracket that is opened in the address belongs to it, and so may a full stop: `/wiki/Acme_Inc.`.
 */
function withoutEnd(url: string): string {
  let end = url.length;
  for (const least = end - MOST_MARKS; end > least && end > 0; end--) {
    const last = url.charAt(end - 1);
    const opening = CLOSING[last];
    if (opening !== undefined) {
      const before = url.slice(0, end);
      if (before.split(opening).length >= before.split(last).length) break;
    } else if (!ENDING.test(last)) break;
  }
  return url.slice(0, end);
}

const DAY_MS = 86_400_000;

function dateOf({ publishedAt = '' }: RawHit): Pick<Hit, 'publishedAt'> {
  if (publishedAt === '') return {};
  const date = readIsoDate(publishedAt);
  const atMs = date === null ? Number.NaN : Date.parse(date.slice(0, 10));
  // A date in the future is that of an event, or a mistake; elsewhere it may be tomorrow already.
  return date === null || !(atMs <= Date.now() + DAY_MS) ? {} : { publishedAt: date };
}

/** The URL as received, also with non-ASCII characters, or as a URL parser writes it. */
function shownUrl(text: string, url: URL): string {
  return /^https?:\/\/[^\s"<>\\^`{|}\p{C}]+$/iu.test(text) ? text : url.href;
}

/** How many results of a site keep their places in one search; further ones come after all others. */
const MAX_PER_SITE_IN_SEARCH = 2;
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/;
/** Second-level labels of country domains: `co.uk`, `com.br`, `ac.jp`. */
const SECOND_LEVEL = /\.(?:ac|co|com|edu|go|gob|gouv|gov|gv|ne|net|nom|or|org|sch)\.[a-z]{2}$/;

/** Moves a site's third and later items to the end: five pages of one shop are one opinion. */
function balanceSites<T>(items: readonly T[], urlOf: (item: T) => URL): T[] {
  const counts = new Map<string, number>();
  const first: T[] = [];
  const later: T[] = [];
  for (const item of items) {
    const site = siteOf(urlOf(item));
    const count = (counts.get(site) ?? 0) + 1;
    counts.set(site, count);
    (count <= MAX_PER_SITE_IN_SEARCH ? first : later).push(item);
  }
  return [...first, ...later];
}

/**
 * The site of a URL: the last two labels of its host, or three for country domains with second-level labels
 * (`bbc.co.uk`). For hosts without labels, such as `nas:8080` or an IP address, each port is a site. This is
 * deliberately simpler than the public suffix list, because a mistake at worst changes the order of two
 * results.
 */
export function siteOf({ host, hostname }: URL): string {
  if (!hostname.includes('.') || IP_ADDRESS.test(hostname)) return host;
  return hostname
    .split('.')
    .slice(SECOND_LEVEL.test(hostname) ? -3 : -2)
    .join('.');
}

/**
 * Merges the results of several slots for one question, at most `limit`: the hits of the first slot in order,
 * then the new hits of the others. A page that several slots found counts once, and so does a copy of a page
 * on another host.
 */
export function mergeHits(lists: readonly (readonly Hit[])[], limit: number): Hit[] {
  const seen = new Set<string>();
  const isMirror = createMirrorFilter();
  const isNew = (hit: Hit) => {
    const page = canonicalUrl(new URL(hit.url));
    if (seen.has(page) || isMirror(hit)) return false;
    seen.add(page);
    return true;
  };
  return lists.flat().filter(isNew).slice(0, limit);
}

/** Shorter snippets are often equal by chance: "No description available", a date, a price. */
const TELLING_CHARS = 40;

/** A test for hits that repeat an earlier one: same title and snippet on another host. */
export function createMirrorFilter(): (hit: Hit) => boolean {
  const hosts = new Map<string, string>();
  return ({ url, title, snippet }) => {
    if (snippet.length < TELLING_CHARS) return false;
    const content = `${title}\n${snippet}`;
    const host = hostOf(url);
    const firstHost = hosts.get(content);
    if (firstHost === undefined) hosts.set(content, host);
    return firstHost !== undefined && firstHost !== host;
  };
}

/** Parameters that only track where a visitor came from. */
const TRACKING = /^(?:utm_.+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|igshid)$/i;
const MAYBE_TRACKING = /utm_|clid=|mc_[ce]id=|igshid=|amp/i;
/** Prefixes of hosts with the same pages: `www.`, `m.`, `en.m.`; never in the last two labels. */
const MIRROR = /^(?:www|m|mobile|amp)\.(?=[^.]+\.[^.]+)|(?<=^[a-z-]{2,12}\.)m\.(?=[^.]+\.[^.]+$)/;
/** What may follow an address in a text, and a slash. */
const END_MARKS = /[/.,;:!]+$/;
/** AMP variants of a page: `/page/amp`, `/page.amp`, `?amp`, `?amp=1`, `?outputType=amp`. */
const AMP_PATH = /(?<=\/[^/]+)(?:\/amp|\.amp)$/;
const AMP_QUERY = /^(?:amp=(?:1|true)?|outputType=amp)$/i;

/**
 * Normalizes a URL so that two URLs of one page become equal: without scheme, fragment, default port,
 * tracking parameters, trailing slash or marks, mobile and AMP variants. For comparison only, not for
 * requests.
 */
export function canonicalUrl(url: URL): string {
  const query = MAYBE_TRACKING.test(url.search) ? withoutTracking(url.searchParams) : url.search;
  const path = url.pathname.replace(END_MARKS, '').replace(AMP_PATH, '');
  return url.host.replace(MIRROR, '') + path + query;
}

function withoutTracking(params: URLSearchParams): string {
  const remaining = new URLSearchParams();
  for (const [name, value] of params) {
    if (!TRACKING.test(name) && !AMP_QUERY.test(`${name}=${value}`)) remaining.append(name, value);
  }
  return remaining.size === 0 ? '' : `?${remaining}`;
}

/**
 * Elements that search engines leave in titles and snippets. Other elements are kept unless they have
 * attributes, because in "How to centre a <div>" and "Vec<T>" they are part of the text.
 */
const RESIDUE = new Set(
  `a abbr acronym b bdi bdo big br cite code del em font i iframe img ins kbd li mark noscript nobr nowiki
  ol p pre q ref s script small span strike strong style sub sup svg tt u ul var wbr`.split(/\s+/),
);
const TAG = /<(\/?)([a-z][a-z0-9-]*)\b([^<>]{0,500})>/gi;
/** Elements that part words; the others may be in the middle of a word. */
const BREAKING = /^(?:br|li|ol|p|pre|ul)$/;
const SCRIPT = /<(script|style)\b[^<>]{0,500}>.{0,1000}?<\/\1\s{0,9}>|<!--.{0,1000}?-->/gis;
/** A tag at the end of a snippet that was cut: `<a href="https://a.o`. */
const CUT_TAG = /<[a-z][a-z0-9]* [a-z-]+=[^<>]{0,500}$/i;
/** `''italic''`, `'''bold'''`. */
const WIKI_QUOTES = /('{2,5})(?=[\p{L}\p{N}"“(])(.{1,200}?)(?<=\S)\1/gu;
/** `[[page|text]]`. */
const WIKI_LINK = /\[\[(?=\S)(?:[^[\]|]{1,200}\|){0,5}([^[\]|]{1,200})\]\]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match control characters.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/**
 * Turns a title or snippet from a back-end into one line of plain text of at most `maxChars` code points,
 * without tags, entities, wiki markup, invisible characters and characters that reverse the text direction.
 * Escape it before display, like any text.
 */
export function plainText(markup: string, maxChars: number): string {
  const raw = markup.slice(0, maxChars * 2);
  const decoded = raw.includes('&') ? decodeHTMLStrict(raw) : raw;
  const clean = cleanText(decoded.replace(CONTROLS, ''));
  const line = collapse(withoutWiki(withoutTags(clean)));
  return line.length > maxChars ? toSnippet(line, maxChars) : line;
}

/** The text of a page with its line breaks, at most `maxChars` UTF-16 units, cut at a word. */
export function plainLines(text: string, maxChars: number): string {
  const cut = text.length > maxChars ? text.slice(0, maxChars).replace(/\s\S{0,100}$/u, '') : text;
  return cleanText(cut.replace(CONTROLS, ''))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(SCRIPT, ' ')
    .replace(CUT_TAG, '')
    .replace(TAG, (tag, _slash: string, name: string, rest: string) => {
      const element = name.toLowerCase();
      if (!RESIDUE.has(element) && !rest.includes('=')) return tag;
      return BREAKING.test(element) ? ' ' : '';
    });
}

function withoutWiki(text: string): string {
  const unquoted = text.includes("''") ? text.replace(WIKI_QUOTES, '$2') : text;
  return unquoted.includes('[[') ? unquoted.replace(WIKI_LINK, '$1') : unquoted;
}
