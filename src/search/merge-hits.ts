import { hostOf } from '@sayso/text/url.ts';
import type { Hit } from '../core/source.ts';

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
